import { ChannelStatus } from "@tollgate/contract/statuses";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../components/confirm.ts";
import { notify } from "../../components/toaster.ts";
import type { ChannelActions } from "./channel-row-actions.tsx";
import type { TagActions } from "./tag-cells.tsx";
import { useChangeTag, useSetTagStatus, useUpdateBalance } from "./use-channel-operations.ts";
import { useChangeChannel, useCopyChannel, useDeleteChannels, useTestChannel } from "./use-channels.ts";

export type Openers = Pick<ChannelActions, "edit" | "testModel" | "showIncidents" | "showUpstreamModels"> &
  Pick<TagActions, "editTag">;

/** The actions of a channel's row, with their questions and messages. Stable while `openers` is. */
export function useChannelActions(openers: Openers): ChannelActions & TagActions {
  const tagActions = useTagActions();
  const { t } = useTranslation("channels");
  const { mutateAsync: change } = useChangeChannel();
  const { mutateAsync: test } = useTestChannel();
  const { mutate: copy } = useCopyChannel();
  const { mutate: remove } = useDeleteChannels();
  const { mutateAsync: updateBalance } = useUpdateBalance();
  return useMemo(
    () => ({
      ...openers,
      ...tagActions,
      change,
      async test({ id, name }) {
        const seconds = await test({ id }).catch(() => undefined);
        if (seconds !== undefined) notify.success(t("done.tested", { name, time: seconds.toFixed(2) }));
      },
      async setStatus({ id }, isOn) {
        const status = isOn ? ChannelStatus.enabled : ChannelStatus.disabled;
        const changed = await change({ id, status }).catch(() => undefined);
        if (changed !== undefined) notify.success(t("done", { ns: "common" }));
      },
      async refreshBalance({ id, name }) {
        const balance = await updateBalance(id).catch(() => undefined);
        if (balance !== undefined) notify.success(t("done.balance", { name }));
      },
      async copy({ id, name }) {
        const isSure = await confirm({
          title: t("confirm.copyTitle"),
          description: t("confirm.copyDescription", { name }),
        });
        if (!isSure) return;
        copy(id, {
          onSuccess: () => notify.success(t("done.copied")),
          onError: ({ message }) => notify.error(t("copyFailed", { reason: message })),
        });
      },
      async remove({ id, name }) {
        if (!(await confirm(deleteQuestion(t, name)))) return;
        remove([id], { onSuccess: () => notify.success(t("done", { ns: "common" })) });
      },
    }),
    [t, openers, tagActions, change, test, copy, remove, updateBalance],
  );
}

/** The same for a tag's row. Stable. */
function useTagActions(): Omit<TagActions, "editTag"> {
  const { t } = useTranslation("channels");
  const { mutateAsync: changeTag } = useChangeTag();
  const { mutate: setTagStatus } = useSetTagStatus();
  return useMemo(
    () => ({
      setTagStatus: ({ tagName: tag }, isOn) =>
        setTagStatus({ tag, isOn }, { onSuccess: () => notify.success(t("done", { ns: "common" })) }),
      async changeTag({ tagName: tag, channels }, change) {
        const { priority, weight } = change;
        const isSure = await confirm({
          title:
            priority === undefined
              ? t("confirm.tagWeight", { weight })
              : t("confirm.tagPriority", { priority }),
          description: t("confirm.tagDescription", { tag, count: channels.length }),
        });
        if (isSure) await changeTag({ tag, ...change });
      },
    }),
    [t, changeTag, setTagStatus],
  );
}

function deleteQuestion(t: TFunction<"channels">, name: string) {
  return {
    danger: true,
    title: t("confirm.deleteTitle"),
    description: t("confirm.deleteDescription", { name }),
    confirmLabel: t("action.delete"),
  };
}
