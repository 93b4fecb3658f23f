/** This codec's name in the shared form. */
export const DIALECT = "openai-responses";
