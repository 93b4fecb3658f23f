/**
 * The name by which a model is looked up in the tables of counting: lower case, without the seller's prefix
 * (`openai/gpt-4o`, `us.anthropic.claude-…`) and without the mark of a fine-tuned model (`ft:gpt-4o:acme::id`).
 */
export function modelFamily(model: string): string {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return name.replace(/^ft:/, "").replace(/^([a-z]{2,6}\.)?(anthropic|meta|qwen|deepseek|openai)\./, "");
}
