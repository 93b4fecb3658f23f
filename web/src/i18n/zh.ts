import { audit } from "./zh/audit.ts";
import { channelHealth } from "./zh/channel-health.ts";
import { channels } from "./zh/channels.ts";
import { common } from "./zh/common.ts";
import { errors } from "./zh/errors.ts";
import { home } from "./zh/home.ts";
import { login } from "./zh/login.ts";
import { logs } from "./zh/logs.ts";
import { optionSettings } from "./zh/option-settings.ts";
import { pricingSettings } from "./zh/pricing-settings.ts";
import { prices } from "./zh/prices.ts";
import { redemptions } from "./zh/redemptions.ts";
import { register } from "./zh/register.ts";
import { settings } from "./zh/settings.ts";
import { shell } from "./zh/shell.ts";
import { tokens } from "./zh/tokens.ts";
import { upstreamModels } from "./zh/upstream-models.ts";
import { users } from "./zh/users.ts";
import { wallet } from "./zh/wallet.ts";

/** All Chinese texts: the source of shape for every other language. */
export const zh = {
  audit,
  channelHealth,
  channels,
  common,
  errors,
  home,
  login,
  logs,
  optionSettings,
  prices,
  pricingSettings,
  redemptions,
  register,
  settings,
  shell,
  tokens,
  upstreamModels,
  users,
  wallet,
};
