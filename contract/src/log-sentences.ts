/**
 * The sentences that log rows are stored with, as this product family writes them. A console of another language finds
 * out with `readLogSentence` which one a row has.
 */
export const LOG_SENTENCES = {
  tokenPrice: "模型倍率 {{model}}，补全倍率 {{completion}}，分组倍率 {{group}}",
  callPrice: "模型价格 {{price}}，分组倍率 {{group}}",
  probe: "模型测试，未扣费",
  probePriced: "模型测试，未扣费（按价格应为 {{units}}）",
  signUpGift: "新用户注册赠送 {{amount}}",
  inviteeGift: "使用邀请码赠送 {{amount}}",
  inviterGift: "邀请用户赠送 {{amount}}",
  redeemed: "通过兑换码充值 {{amount}}，兑换码ID {{id}}",
  transferred: "划转邀请额度 {{amount}}",
  added: "管理员增加用户额度 {{amount}}",
  taken: "管理员减少用户额度 {{amount}}",
  set: "管理员将用户额度从 {{before}}修改为 {{amount}}",
} as const;
export type LogSentenceName = keyof typeof LOG_SENTENCES;

/** An amount in such a sentence, in money or in units, as the option said when it was written. */
const AMOUNT = { money: "{{value}} 额度", units: "{{value}} 点额度" } as const;

/** Fills a sentence. A value that is not given is left as its place. */
export function logSentence(
  name: LogSentenceName,
  values: Readonly<Record<string, string | number>>,
): string {
  return fill(LOG_SENTENCES[name], values);
}

/** An amount of quota as a sentence has it; `text` is its number, with the sign of money where it is money. */
export function logAmount(text: string, inCurrency: boolean): string {
  return fill(inCurrency ? AMOUNT.money : AMOUNT.units, { value: text });
}

const PATTERNS = Object.entries(LOG_SENTENCES).map(([name, text]) => ({ name, pattern: patternOf(text) }));
const UNITS = patternOf(AMOUNT.units);
const MONEY = patternOf(AMOUNT.money);

/** Which sentence a stored text is, and its values; amounts are bare numbers. Nothing for any other text. */
export function readLogSentence(
  content: string,
): { name: LogSentenceName; values: Record<string, string> } | undefined {
  for (const { name, pattern } of PATTERNS) {
    const match = pattern.exec(content);
    if (match === null) continue;
    const values = Object.entries(match.groups ?? {}).map(([key, value]) => [key, bareAmount(value)]);
    // Object.entries forgets that its keys are the names.
    return { name: name as LogSentenceName, values: Object.fromEntries(values) };
  }
  return undefined;
}

function bareAmount(text: string): string {
  return (UNITS.exec(text) ?? MONEY.exec(text))?.groups?.["value"] ?? text;
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, key: string) => String(values[key] ?? place));
}

/** No sentence has a character that means something in a pattern, but for its places. */
function patternOf(text: string): RegExp {
  return new RegExp(`^${text.replace(/\{\{(\w+)\}\}/g, "(?<$1>.+?)")}$`);
}
