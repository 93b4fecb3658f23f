export {
  formatQuota,
  formatUsd,
  usdToQuota,
  type QuotaDisplay,
  type QuotaFormatOptions,
} from "@tollgate/contract/quota";
