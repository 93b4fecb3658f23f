import type { ChargeExplanation, ChargeLine } from "@tollgate/contract/logs";
import { roundedCharge } from "./pricing/charge.ts";
import { decimalOf, digitsAtScale, formatDecimal, multiplyDecimals } from "./pricing/decimal.ts";
import type { Decimal } from "./pricing/decimal.ts";
import { explainCharge } from "./pricing/explain-charge.ts";
import { parseRate } from "./pricing/parse-rate.ts";
import { rateVersion } from "./pricing/rate-version.ts";
import { readStoredUsage } from "./resources/logs/stored-usage.ts";

/**
 * Checks an explained charge twice, without a database: its own arithmetic, line by line, and the same charge computed
 * again from the price and the usage that it holds. Answers what is wrong, a sentence each; empty when it is right.
 */
export function checkExplanation(explanation: ChargeExplanation): string[] {
  return [...checkArithmetic(explanation), ...checkRecomputed(explanation)];
}

function checkArithmetic({ lines, exact_quota, quota, charged_quota }: ChargeExplanation): string[] {
  const problems: string[] = [];
  const amounts = lines.map((line) => {
    const amount = multiplyDecimals(
      decimalOf(line.quantity),
      ...line.factors.map(({ value }) => decimalOf(value)),
    );
    if (formatDecimal(amount) !== line.quota)
      problems.push(`${line.item}: the factors give ${formatDecimal(amount)}, the line says ${line.quota}`);
    return amount;
  });
  const sum = sumOf(amounts);
  if (formatDecimal(sum) !== exact_quota)
    problems.push(`the lines add up to ${formatDecimal(sum)}, the explanation says ${exact_quota}`);
  const rounded = roundedCharge(sum.digits, 10n ** BigInt(sum.scale)).quota;
  if (rounded !== quota)
    problems.push(`${formatDecimal(sum)} is rounded to ${rounded}, the explanation says ${quota}`);
  if (quota !== charged_quota) problems.push(`the price gives ${quota}, but ${charged_quota} was charged`);
  return problems;
}

function sumOf(amounts: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...amounts.map((amount) => amount.scale));
  return { digits: amounts.reduce((sum, amount) => sum + digitsAtScale(amount, scale), 0n), scale };
}

function checkRecomputed(explanation: ChargeExplanation): string[] {
  const rate = parseRate(explanation.rate);
  const usage = readStoredUsage(explanation.usage);
  if (rate === undefined) return ["its rate is not one that this version knows"];
  if (usage === undefined) return ["its usage is not a usage record"];
  const problems: string[] = [];
  if (rateVersion(rate) !== explanation.price_version)
    problems.push(
      `the rate has the version ${rateVersion(rate)}, the explanation says ${explanation.price_version}`,
    );
  const again = explainCharge(rate, usage);
  const told = explanation.lines.map(lineText);
  const computed = again.lines.map(lineText);
  for (const line of computed.filter((text) => !told.includes(text)))
    problems.push(`computed again there is a line that is not told: ${line}`);
  for (const line of told.filter((text) => !computed.includes(text)))
    problems.push(`computed again there is no such line: ${line}`);
  if (again.quota !== explanation.quota)
    problems.push(`computed again it is ${again.quota}, the explanation says ${explanation.quota}`);
  if (again.rounding !== explanation.rounding)
    problems.push(`computed again the rounding is ${again.rounding}, not ${explanation.rounding}`);
  return problems;
}

/** `input.uncached: 10 × modelRatio 1.25 × groupRatio 0.9 = 11.25`. */
export function lineText({ item, quantity, factors, quota }: Readable<ChargeLine>): string {
  const product = factors.map(({ name, value }) => `${name} ${value}`).join(" × ");
  return `${item}: ${quantity} × ${product} = ${quota}`;
}

type Readable<Line extends { factors: readonly unknown[] }> = Readonly<Omit<Line, "factors">> & {
  readonly factors: readonly { readonly name: string; readonly value: number }[];
};
