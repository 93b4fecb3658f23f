const MIN_LENGTH = 16;
/** The placeholder in the compose files of this product family; everybody knows it. */
const PLACEHOLDERS = new Set(["random_string", "changeme", "change_me"]);

/** What a secret key given by the operator must be, or null when it is good enough. Never repeats the key. */
export function secretKeyRequirement(secretKey: string): string | null {
  if (PLACEHOLDERS.has(secretKey.trim().toLowerCase())) return "a secret of your own, not the example text";
  if (secretKey.length < MIN_LENGTH) return `at least ${MIN_LENGTH} characters long`;
  if (new Set(secretKey).size < 4) return "a text that cannot be guessed";
  return null;
}
