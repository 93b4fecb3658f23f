import { expect, test } from "bun:test";
import { createPasswords } from "./passwords.ts";

const cheap = { memoryKib: 64, iterations: 2 };
const passwords = createPasswords({ cost: cheap });

test("a password has its own hash and no other password does", async () => {
  const hash = await passwords.hash("correct horse");
  expect(hash).toStartWith("$argon2id$v=19$m=64,t=2,p=1$");
  expect(await passwords.verify("correct horse", hash)).toBe(true);
  expect(await passwords.verify("correct horsf", hash)).toBe(false);
  expect(await passwords.hash("correct horse")).not.toBe(hash);
});

test("bcrypt hashes of older databases are understood, in each spelling", async () => {
  const bcrypt = await Bun.password.hash("correct horse", { algorithm: "bcrypt", cost: 4 });
  for (const prefix of ["$2a$", "$2b$", "$2y$"]) {
    const hash = prefix + bcrypt.slice(4);
    expect(await passwords.verify("correct horse", hash)).toBe(true);
    expect(await passwords.verify("wrong horse", hash)).toBe(false);
    expect(passwords.needsRehash(hash)).toBe(true);
  }
});

test("a hash, an empty text or nonsense in place of a password or a hash is never equal", async () => {
  const hash = await passwords.hash("correct horse");
  expect(await passwords.verify(hash, hash)).toBe(false);
  for (const stored of ["", "correct horse", "$argon2id$", "$2a$04$tooshort", "$1$md5$abc"]) {
    expect(await passwords.verify("correct horse", stored)).toBe(false);
  }
  expect(await passwords.verify("", hash)).toBe(false);
  expect(await passwords.verify("x".repeat(2000), hash)).toBe(false);
});

test("an unknown user is refused", async () => {
  expect(await passwords.verify("anything", null)).toBe(false);
});

test("an unknown user costs as much as a wrong password", async () => {
  const dear = createPasswords();
  const hash = await dear.hash("correct horse");
  await dear.verify("first", null);
  const timeOf = async (stored: string | null): Promise<number> => {
    const startedAt = performance.now();
    for (let round = 0; round < 3; round += 1) await dear.verify("wrong", stored);
    return performance.now() - startedAt;
  };
  const [wrong, unknown] = [await timeOf(hash), await timeOf(null)];
  expect(unknown).toBeGreaterThan(wrong / 3);
  expect(unknown).toBeLessThan(wrong * 3);
});

test("a hash below today's cost wants to be made again", async () => {
  expect(passwords.needsRehash(await passwords.hash("a password"))).toBe(false);
  const dearer = createPasswords({ cost: { memoryKib: 64, iterations: 3 } });
  expect(dearer.needsRehash(await passwords.hash("a password"))).toBe(true);
  expect(passwords.needsRehash(await dearer.hash("a password"))).toBe(false);
});

test("a flood of sign-ins is refused beyond the queue and the queued ones are answered", async () => {
  const small = createPasswords({ cost: cheap, maxRunning: 1, maxWaiting: 2 });
  const hash = await small.hash("correct horse");
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => small.verify("correct horse", hash)),
  );
  const answered = results.filter((result) => result.status === "fulfilled");
  const refused = results.filter((result) => result.status === "rejected");
  expect(answered.map((result) => result.value)).toEqual([true, true, true]);
  expect(refused.map((result) => result.reason.code)).toEqual(Array(7).fill("passwords.busy"));
});
