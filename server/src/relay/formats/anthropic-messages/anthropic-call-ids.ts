import type { LossList } from "../chat/chat-loss.ts";

/** The vendor refuses other characters in ids of calls (https://platform.claude.com/docs/en/api/messages). */
const ALLOWED = /^[A-Za-z0-9_-]+$/;

/** Ids of calls as the dialect allows them: the same id is always the same, different ones stay different. */
export interface CallIds {
  write(id: string, path: string, losses: LossList): string;
}

export function createCallIds(): CallIds {
  const written = new Map<string, string>();
  const taken = new Set<string>();
  const create = (id: string): string => {
    const bare = ALLOWED.test(id) ? id : id.replaceAll(/[^A-Za-z0-9_-]/g, "_") || "call";
    let free = bare;
    for (let number = 2; taken.has(free); number++) free = `${bare}_${number}`;
    return free;
  };
  return {
    write(id, path, losses) {
      const known = written.get(id) ?? create(id);
      written.set(id, known);
      taken.add(known);
      if (known !== id) losses.changed(path, "ids of calls are letters, digits, _ and - here");
      return known;
    },
  };
}
