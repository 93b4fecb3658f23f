/** The Redis server that tests may write to, under keys that no other run uses. */
export function testRedisUrl(): string {
  const url = process.env["TEST_REDIS_URL"];
  if (!url) throw new Error("TEST_REDIS_URL is not set: run the suites with `npm test`, which starts Redis");
  return url;
}

/** The same with a prefix for every key, which no other test uses. */
export function testRedisPrefixUrl(): string {
  return `${testRedisUrl()}/0?keyPrefix=${crypto.randomUUID()}:`;
}
