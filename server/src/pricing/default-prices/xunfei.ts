import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const XUNFEI_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "xunfei",
    currency: "CNY",
    source: "Spark Lite is free: vendor description kept by lobe-chat",
    checkedOn: "2026-04-23",
    // v1.1 is the address of Spark Lite.
    tokenPrices: [{ models: ["SparkDesk-v1.1"], input: 0, output: 0 }],
  },
  {
    vendor: "xunfei",
    currency: "USD",
    ...FAMILY_TABLES,
    // Figures of 2023; the vendor sells packages and publishes no price by the token.
    tokenPrices: [
      { models: ["SparkDesk-v2.1", "SparkDesk-v3.1", "SparkDesk-v3.5", "SparkDesk-v4.0"], input: 2.5716 },
    ],
  },
];
