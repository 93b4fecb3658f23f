import type { Fields } from "../reported-usage.ts";
import type { ClientOnlyDialect, Extensions, UpstreamDialect } from "./chat-dialect.ts";

/** Something that a target dialect could not say. */
export interface Loss {
  /** Where it stands in the shared form: `messages[1].parts[0].detail`, `sampling.topK`. */
  readonly path: string;
  /**
   * `left-out`: the target does not get it. `changed`: it gets the nearest that it has a word for. `added`: the target
   * demands something that the client did not say.
   */
  readonly what: "left-out" | "changed" | "added";
  /** One short English sentence for the log and the response header. */
  readonly reason: string;
}

/** Collects the losses of one encoding. Each path is told once. */
export interface LossList {
  leftOut(path: string, reason: string): void;
  changed(path: string, reason: string): void;
  added(path: string, reason: string): void;
  /** The unknown fields to write back, when they are of the encoder's own `dialect`; else none, and one loss each. */
  extensions(path: string, extensions: Extensions | undefined, dialect: Encoder): Fields | undefined;
  /**
   * Every field of `value` that is not among `written`: what an encoder does not know of (a field that joins the shared
   * form later) is reported without its doing.
   */
  unwritten(path: string, value: object, written: ReadonlySet<string>, dialect: Encoder): void;
  list(): readonly Loss[];
}

/** Into what a codec writes. */
type Encoder = UpstreamDialect | ClientOnlyDialect;

/** Longer lists say no more; the bound is for hostile bodies. */
const LOSSES_MAX = 100;

export function createLossList(): LossList {
  const losses = new Map<string, Loss>();
  const add = (what: Loss["what"], path: string, reason: string): void => {
    if (losses.size < LOSSES_MAX && !losses.has(path)) losses.set(path, { path, what, reason });
  };
  const list: LossList = {
    leftOut: (path, reason) => add("left-out", path, reason),
    changed: (path, reason) => add("changed", path, reason),
    added: (path, reason) => add("added", path, reason),
    extensions(path, extensions, dialect) {
      if (extensions === undefined) return undefined;
      if (extensions.dialect === dialect) return extensions.fields;
      for (const name of Object.keys(extensions.fields))
        add("left-out", joinPath(path, `extensions.fields.${name}`), `only ${extensions.dialect} has it`);
      return undefined;
    },
    unwritten(path, value, written, dialect) {
      for (const [name, field] of Object.entries(value)) {
        if (field !== undefined && !written.has(name))
          add("left-out", joinPath(path, name), `${dialect} has no word for it`);
      }
    },
    list: () => [...losses.values()],
  };
  return list;
}

/** `joinPath("messages[0]", "name")` is `messages[0].name`. */
function joinPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
