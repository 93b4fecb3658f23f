/** The vocabulary of an encoding, one token a line: its bytes in base64, a space, its rank. */
declare module "gpt-tokenizer/data/*.tiktoken" {
  const text: string;
  export default text;
}
