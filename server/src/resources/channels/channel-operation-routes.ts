import {
  cancelBalanceRun,
  cancelTestRun,
  deleteDisabledChannels,
  fetchChannelModels,
  fetchModels,
  getBalanceRun,
  getTestRun,
  repairChannels,
  testAllChannels,
  updateAllBalances,
  updateChannelBalance,
} from "@tollgate/contract/channel-operations";
import { channelTypeInfo } from "@tollgate/contract/channel-types";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import type { ChannelCare } from "./channel-care.ts";
import { updateBalance } from "./channel-runs.ts";
import type { BalanceRunDeps } from "./channel-runs.ts";
import type { ChannelStore } from "./channel-store.ts";
import { checkAddress, checkProxy } from "./channel-validation.ts";
import { openProxy } from "./proxy-secret.ts";
import { hasBalance } from "./vendor-balances.ts";
import { refuseVendor } from "./vendor-call.ts";
import type { VendorChannel } from "./vendor-call.ts";
import { hasModelList, readModels } from "./vendor-models.ts";

export type ChannelOperationDeps = Pick<
  BalanceRunDeps,
  "loadChannel" | "openExchange" | "clock" | "options"
> & {
  channels: ChannelStore;
  secrets: Pick<SecretKeys, "vault">;
  care: ChannelCare;
};

/** Work over all channels and questions to their vendors, for administrators. */
export function channelOperationRoutes(given: ChannelOperationDeps): Route[] {
  const deps = { ...given, yuanPerUsd: () => given.options.get("Price") };
  const { channels, care } = deps;
  return [
    route(testAllChannels, ({ caller, ip }) =>
      care.testAll({ id: caller.id, username: caller.username, ip }),
    ),
    route(getTestRun, () => care.tests.status()),
    route(cancelTestRun, () => care.tests.cancel()),
    route(updateAllBalances, () => care.updateBalances()),
    route(getBalanceRun, () => care.balances.status()),
    route(cancelBalanceRun, () => care.balances.cancel()),
    route(updateChannelBalance, async ({ id }) => {
      const row = await channels.get(id);
      if (!row) throw new AppError("channel.not-found");
      if (!hasBalance(row.type)) throw new AppError("channel.balance-unsupported");
      const balance = await updateBalance(deps, id).catch(refuseVendor("channel.balance-failed"));
      if (balance === undefined) throw new AppError("channel.not-found");
      return { data: undefined, top: { balance } };
    }),
    route(deleteDisabledChannels, () => channels.removeDisabled()),
    route(repairChannels, () => channels.repairAbilities()),
    route(fetchChannelModels, async ({ id }) => {
      const channel = await deps.loadChannel(id);
      if (!channel) throw new AppError("channel.not-found");
      return modelsOf(channel, deps);
    }),
    route(fetchModels, ({ body }) => modelsOf(unsavedChannel(body, deps.secrets), deps)),
  ];
}

function modelsOf(
  channel: VendorChannel,
  { openExchange }: Pick<ChannelOperationDeps, "openExchange">,
): Promise<string[]> {
  if (!hasModelList(channel.type)) throw new AppError("channel.models-unsupported");
  return readModels(channel, openExchange).catch(refuseVendor("channel.models-failed"));
}

/** Values of the editor as a channel; of several keys the first counts. */
function unsavedChannel(
  values: {
    type: number;
    key: string;
    base_url?: string | undefined;
    other?: string | undefined;
    setting?: string | undefined;
  },
  secrets: ChannelOperationDeps["secrets"],
): VendorChannel {
  const info = channelTypeInfo(values.type);
  if (!info) throw new AppError("channel.type-unknown", { type: values.type });
  const baseUrl = (values.base_url ?? "").trim().replace(/\/+$/, "");
  checkAddress(values.type, baseUrl);
  checkProxy(values.setting ?? "");
  return {
    type: values.type,
    key: info.keyIsJson ? values.key : (values.key.split(/[\r\n]/)[0] ?? "").trim(),
    baseUrl: baseUrl || info.defaultBaseUrl,
    other: values.other?.trim() || (info.defaultOther ?? ""),
    proxy: openProxy(secrets, values.setting ?? ""),
  };
}
