/**
 * The last part of a model's address, where it is not the model's name in small letters.
 * Source: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Nlks5zkzu (模型列表)
 */
const PATHS: Readonly<Record<string, string>> = {
  "ernie-4.0-8k": "completions_pro",
  "ernie-bot-4": "completions_pro",
  "ernie-bot": "completions",
  "ernie-3.5-8k": "completions",
  "ernie-bot-8k": "ernie_bot_8k",
  "ernie-bot-turbo": "eb-instant",
  "ernie-lite-8k-0922": "eb-instant",
  "ernie-lite-8k-0308": "ernie-lite-8k",
  "ernie-speed": "ernie_speed",
  "ernie-speed-8k": "ernie_speed",
  "bloomz-7b": "bloomz_7b1",
  "embedding-v1": "embedding-v1",
  "bge-large-zh": "bge_large_zh",
  "bge-large-en": "bge_large_en",
  "tao-8k": "tao_8k",
};

/** Where a model answers; one that is not known answers under its own name. */
export function erniePath(model: string): string {
  const name = model.toLowerCase();
  return Object.hasOwn(PATHS, name) ? (PATHS[name] ?? name) : encodeURIComponent(name);
}
