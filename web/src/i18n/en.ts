import { audit } from "./en/audit.ts";
import { channelHealth } from "./en/channel-health.ts";
import { channels } from "./en/channels.ts";
import { common } from "./en/common.ts";
import { errors } from "./en/errors.ts";
import { home } from "./en/home.ts";
import { login } from "./en/login.ts";
import { logs } from "./en/logs.ts";
import { optionSettings } from "./en/option-settings.ts";
import { pricingSettings } from "./en/pricing-settings.ts";
import { prices } from "./en/prices.ts";
import { redemptions } from "./en/redemptions.ts";
import { register } from "./en/register.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { tokens } from "./en/tokens.ts";
import { upstreamModels } from "./en/upstream-models.ts";
import { users } from "./en/users.ts";
import { wallet } from "./en/wallet.ts";
import type { Texts } from "./i18n.ts";

/** All English texts. */
export const en: Texts = {
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
