import { errorText } from "@tollgate/contract/errors";
import { Tag, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { confirm } from "../../components/confirm.ts";
import type { TableSelection } from "../../components/data-table/data-table.tsx";
import { notify } from "../../components/toaster.ts";
import { currentLanguage } from "../../i18n/i18n.ts";
import { isTagRow, type ChannelRow } from "./channel-rows.ts";
import { useDeleteChannels } from "./use-channels.ts";

const ChannelTagDialog = lazy(async () => ({
  default: (await import("./channel-tag-dialog.tsx")).ChannelTagDialog,
}));

/** What can be done with the selected channels. */
export function ChannelBatchActions({ selection }: { selection: TableSelection<ChannelRow> }) {
  const { t } = useTranslation("channels");
  const { mutateAsync, isPending } = useDeleteChannels();
  const [isTagging, setTagging] = useState(false);
  const ids = selection.rows.flatMap((row) => (isTagRow(row) ? [] : [row.id]));
  /** Says so where nothing is selected. */
  const hasSelection = (code: "channel.nothing-selected" | "channel.nothing-selected-for-tag") => {
    if (ids.length === 0) notify.error(errorText(code, currentLanguage()));
    return ids.length > 0;
  };
  const removeSelected = async () => {
    if (!hasSelection("channel.nothing-selected")) return;
    const isSure = await confirm({
      danger: true,
      title: t("confirm.deleteManyTitle"),
      description: t("confirm.deleteManyDescription", { count: ids.length }),
      confirmLabel: t("action.delete"),
    });
    if (!isSure) return;
    const count = await mutateAsync(ids).catch(() => undefined);
    if (count === undefined) return;
    selection.clear();
    notify.success(t("done.deletedMany", { count }));
  };
  return (
    <>
      <Button size="sm" onClick={() => hasSelection("channel.nothing-selected-for-tag") && setTagging(true)}>
        <Tag />
        {t("action.setTag")}
      </Button>
      <Button size="sm" variant="dangerSoft" pending={isPending} onClick={() => void removeSelected()}>
        <Trash2 />
        {t("action.deleteSelected")}
      </Button>
      <Suspense>
        {isTagging && (
          <ChannelTagDialog ids={ids} onClose={() => setTagging(false)} onDone={selection.clear} />
        )}
      </Suspense>
    </>
  );
}
