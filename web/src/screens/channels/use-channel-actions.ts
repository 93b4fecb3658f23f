import { ChannelStatus } from "@tollgate/contract/statuses";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../components/confirm.tsx";
import { notify } from "../../components/toaster.tsx";
import type { ChannelActions } from "./channel-row-actions.tsx";
import {
  useChangeChannel,
  useCopyChannel,
  useDeleteChannels,
  useTestChannel,
  type Channel,
} from "./use-channels.ts";

interface Openers {
  edit: (channel: Channel) => void;
  testModel: (channel: Channel) => void;
}

/** The actions of a row, with their questions and messages. Stable while `openers` is. */
export function useChannelActions(openers: Openers): ChannelActions {
  const { t } = useTranslation("channels");
  const { mutateAsync: change } = useChangeChannel();
  const { mutateAsync: test } = useTestChannel();
  const { mutate: copy } = useCopyChannel();
  const { mutate: remove } = useDeleteChannels();
  return useMemo(
    () => ({
      ...openers,
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
      async copy({ id, name }) {
        const isSure = await confirm({
          title: t("confirm.copyTitle"),
          description: t("confirm.copyDescription", { name }),
        });
        if (isSure) copy(id, { onSuccess: () => notify.success(t("done.copied")) });
      },
      async remove({ id, name }) {
        if (!(await confirm(deleteQuestion(t, name)))) return;
        remove([id], { onSuccess: () => notify.success(t("done", { ns: "common" })) });
      },
    }),
    [t, openers, change, test, copy, remove],
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
