/**
 * What a text consists of, as far as it matters for estimating its tokens: a count for each trait, in the order of
 * `TEXT_TRAITS`. One pass, whatever the vendor; a vendor's estimate is these counts times its weights.
 */
export type TextShape = Float64Array;

/**
 * The traits: characters by script, in UTF-16 units; `numberRun` is a run of digits, however long, and `moreSpaces`
 * the spaces that follow a space.
 */
export const TEXT_TRAITS = [
  "other",
  "small",
  "capital",
  "digit",
  "space",
  "newline",
  "sign",
  "accented",
  "cyrillic",
  "greek",
  "hebrew",
  "arabic",
  "devanagari",
  "indic",
  "thai",
  "kana",
  "hangul",
  "han",
  "wideSign",
  "surrogate",
  "numberRun",
  "moreSpaces",
] as const;

export type TextTrait = (typeof TEXT_TRAITS)[number];

const traitIndex = (trait: TextTrait): number => TEXT_TRAITS.indexOf(trait);

const RANGES: readonly (readonly [first: number, last: number, trait: TextTrait])[] = [
  [0x00, 0x20, "space"],
  [0x0a, 0x0d, "newline"],
  [0x21, 0x7e, "sign"],
  [0x30, 0x39, "digit"],
  [0x41, 0x5a, "capital"],
  [0x61, 0x7a, "small"],
  [0xa1, 0xbf, "sign"],
  [0xc0, 0x24f, "accented"],
  [0x300, 0x36f, "accented"],
  [0x370, 0x3ff, "greek"],
  [0x400, 0x52f, "cyrillic"],
  [0x530, 0x58f, "greek"],
  [0x590, 0x5ff, "hebrew"],
  [0x600, 0x8ff, "arabic"],
  [0x900, 0x97f, "devanagari"],
  [0x980, 0xdff, "indic"],
  [0xe00, 0x109f, "thai"],
  [0x10a0, 0x10ff, "greek"],
  [0x1100, 0x11ff, "hangul"],
  [0x1200, 0x139f, "thai"],
  [0x1780, 0x17ff, "thai"],
  [0x1e00, 0x1eff, "accented"],
  [0x1f00, 0x1fff, "greek"],
  [0x2000, 0x206f, "wideSign"],
  [0x3000, 0x303f, "wideSign"],
  [0x3040, 0x30ff, "kana"],
  [0x3130, 0x318f, "hangul"],
  [0x31f0, 0x31ff, "kana"],
  [0x3400, 0x9fff, "han"],
  [0xac00, 0xd7af, "hangul"],
  [0xd800, 0xdfff, "surrogate"],
  [0xf900, 0xfaff, "han"],
  [0xff00, 0xffef, "wideSign"],
];

const TRAIT_OF_UNIT = new Uint8Array(65_536).fill(traitIndex("other"));
for (const [first, last, trait] of RANGES) TRAIT_OF_UNIT.fill(traitIndex(trait), first, last + 1);

/** A shape of nothing, to measure into. */
export function emptyShape(): TextShape {
  return new Float64Array(TEXT_TRAITS.length);
}

const DIGIT = traitIndex("digit");
const SPACE = traitIndex("space");
const NUMBER_RUN = traitIndex("numberRun");
const MORE_SPACES = traitIndex("moreSpaces");

/** Adds the traits of `text[start, end)` to a shape; a run that goes on beyond either end counts as a run here too. */
export function measureText(shape: TextShape, text: string, start = 0, end = text.length): void {
  let before = -1;
  let numberRuns = 0;
  let moreSpaces = 0;
  for (let index = start; index < end; index++) {
    const trait = TRAIT_OF_UNIT[text.charCodeAt(index)] ?? 0;
    shape[trait] = (shape[trait] ?? 0) + 1;
    if (trait === DIGIT) numberRuns += before === DIGIT ? 0 : 1;
    else if (trait === SPACE) moreSpaces += before === SPACE ? 1 : 0;
    before = trait;
  }
  shape[NUMBER_RUN] = (shape[NUMBER_RUN] ?? 0) + numberRuns;
  shape[MORE_SPACES] = (shape[MORE_SPACES] ?? 0) + moreSpaces;
}
