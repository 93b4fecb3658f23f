import { isLowSurrogate } from "./utf8-slice.ts";

const SAMPLES = 24;
const SAMPLE_UNITS = 288;
/** How far a sample's ends are moved to meet a space, so that no word is cut. */
const SPACE_SEARCH_UNITS = 48;

/** Samples of a text, spread evenly over it and joined: at most 8,100 UTF-16 units of a longer text. */
export function sampleText(text: string): string {
  let sample = "";
  for (let index = 0; index < SAMPLES; index++) {
    const from = Math.floor((index * (text.length - SAMPLE_UNITS)) / (SAMPLES - 1));
    const start = index === 0 ? 0 : edgeNear(text, from);
    sample += text.slice(start, index === SAMPLES - 1 ? text.length : edgeNear(text, from + SAMPLE_UNITS));
  }
  return sample;
}

/** The next place before a space, or the place itself when there is none near; never amid a character. */
function edgeNear(text: string, from: number): number {
  const end = Math.min(from + SPACE_SEARCH_UNITS, text.length - 1);
  for (let index = from; index < end; index++)
    if (text.charCodeAt(index) === 0x20 && text.charCodeAt(index - 1) !== 0x20) return index;
  return isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from;
}
