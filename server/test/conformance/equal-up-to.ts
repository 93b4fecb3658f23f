import type { Loss } from "../../src/relay/formats/chat/chat-loss.ts";

/*
 * Equality of two values of the shared form, but for what an encoder has reported as lost. `sent` is what was encoded,
 * `received` what came out at the other side; losses name places in `sent`.
 */

type Losses = ReadonlyMap<string, Loss["what"]>;

/** Every difference that no loss explains; none when nothing was dropped in silence. */
export function unexplainedDifferences(
  sent: unknown,
  received: unknown,
  losses: readonly Loss[],
): readonly string[] {
  return differences("", sent, received, new Map(losses.map(({ path, what }) => [path, what])));
}

function differences(path: string, sent: unknown, received: unknown, losses: Losses): string[] {
  const loss = losses.get(path);
  if (loss === "changed") return [];
  if (sent === undefined && received === undefined) return [];
  if (loss === "left-out" && received === undefined) return [];
  if (sent === undefined && (loss === "added" || isToldBeside(path, losses))) return [];
  if (Array.isArray(sent) || Array.isArray(received)) {
    if (isListOrNone(sent) && isListOrNone(received))
      return listDifferences(path, sent ?? [], received ?? [], losses);
  } else if (isRecordOrNone(sent) && isRecordOrNone(received)) {
    return fieldDifferences(path, sent ?? {}, received ?? {}, losses);
  }
  return Object.is(sent, received)
    ? []
    : [`${path}: ${JSON.stringify(sent)} became ${JSON.stringify(received)}`];
}

/** What is changed may be told by another field of the same object: an effort by a budget. */
function isToldBeside(path: string, losses: Losses): boolean {
  const parent = parentOf(path);
  return [...losses].some(([place, what]) => what === "changed" && parentOf(place) === parent);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldDifferences(path: string, sent: Fields, received: Fields, losses: Losses): string[] {
  const names = new Set([...Object.keys(sent), ...Object.keys(received)]);
  // What an extension is of says nothing once its fields are told one by one.
  if (path.endsWith("extensions")) names.delete("dialect");
  return [...names].flatMap((name) =>
    differences(path === "" ? name : `${path}.${name}`, sent[name], received[name], losses),
  );
}

/** Lists match when what is left out is skipped; a moved part may also add something elsewhere in the list. */
function listDifferences(
  path: string,
  sent: readonly unknown[],
  received: readonly unknown[],
  losses: Losses,
): string[] {
  const mayGrow = [...losses].some(
    ([place, what]) => what !== "left-out" && (place.startsWith(`${path}[`) || isMovedNear(place, path)),
  );
  const said = keptElements(path, sent, losses);
  const heard = keptElements(path, received, new Map());
  const matches = (from: number, to: number): boolean => {
    const [element, other] = [said[from], heard[to]];
    if (element === undefined && other === undefined) return true;
    if (element) {
      const place = `${path}[${element.index}]`;
      if (other && differences(place, element.value, other.value, losses).length === 0)
        if (matches(from + 1, to + 1)) return true;
      if (losses.has(place) && matches(from + 1, to)) return true;
    }
    return mayGrow && other !== undefined && matches(from, to + 1);
  };
  if (matches(0, 0)) return [];
  const length = Math.max(sent.length, received.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) =>
    differences(`${path}[${index}]`, sent[index], received[index], losses),
  );
}

interface Element {
  readonly index: number;
  readonly value: unknown;
}

/** What is not left out. Texts that follow each other and carry nothing else mean the same as one text. */
function keptElements(path: string, list: readonly unknown[], losses: Losses): Element[] {
  const elements: Element[] = [];
  for (const [index, value] of list.entries()) {
    const loss = losses.get(`${path}[${index}]`);
    if (loss === "left-out") continue;
    const last = elements.at(-1);
    const mayJoin = loss === undefined && !losses.has(`${path}[${last?.index}]`);
    if (last && mayJoin && isPlain(last.value) && isPlain(value))
      elements[elements.length - 1] = {
        index: last.index,
        value: { type: "text", text: last.value.text + value.text },
      };
    else elements.push({ index, value });
  }
  return elements;
}

function isPlain(value: unknown): value is { type: "text"; text: string } {
  const { type, text, ...rest } = Object(value);
  return type === "text" && typeof text === "string" && Object.keys(rest).length === 0;
}

/** An element that is moved whole may come to stand within a neighbour: an instruction in a user's turn. */
function isMovedNear(place: string, path: string): boolean {
  const list = /^(.*)\[\d+\]$/.exec(place)?.[1];
  return list !== undefined && path.startsWith(`${list}[`);
}

function isListOrNone(value: unknown): value is readonly unknown[] | undefined {
  return value === undefined || Array.isArray(value);
}

function isRecordOrNone(value: unknown): value is Fields | undefined {
  return value === undefined || (typeof value === "object" && value !== null);
}
