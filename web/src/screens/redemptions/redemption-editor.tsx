import { DEFAULT_REDEMPTION_QUOTA, NEVER_EXPIRES_CODE } from "@tollgate/contract/redemptions";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { confirm } from "../../components/confirm.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { FormDrawer } from "../../components/form-drawer.tsx";
import { FormSkeleton } from "../../components/form-skeleton.tsx";
import { notify } from "../../components/toaster.ts";
import { downloadText, safeFileName } from "../../lib/download-text.ts";
import { isolated } from "../../lib/isolated-text.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useFormatQuota } from "../../session/use-status.ts";
import { RedemptionFields } from "./redemption-fields.tsx";
import {
  newRedemptionsSchema,
  useCreateRedemptions,
  useRedemption,
  useUpdateRedemption,
  type Redemption,
  type RedemptionValues,
} from "./use-redemptions.ts";

const NEW_CODES: RedemptionValues = {
  name: "",
  quota: DEFAULT_REDEMPTION_QUOTA,
  count: 1,
  expired_time: NEVER_EXPIRES_CODE,
};

interface RedemptionEditorProps {
  /** The code to change; none makes new ones. */
  code: Redemption | undefined;
  onClosed: () => void;
}

/** The drawer that makes codes and changes one that nobody has used. */
export function RedemptionEditor({ code, onClosed }: RedemptionEditorProps) {
  const { t } = useTranslation("redemptions");
  const isNew = code === undefined;
  const current = useRedemption(code?.id);
  const create = useCreateCodes();
  const update = useUpdateRedemption();
  const form = useForm<RedemptionValues, unknown, RedemptionValues>({
    resolver: schemaResolver<RedemptionValues, RedemptionValues>(newRedemptionsSchema),
    defaultValues: NEW_CODES,
    ...(current.data === undefined ? {} : { values: { ...NEW_CODES, ...fieldsOf(current.data) } }),
  });
  const save = async ({ count, ...values }: RedemptionValues) => {
    if (code === undefined) return create({ count, ...values });
    await update.mutateAsync({ id: code.id, ...values });
    notify.success(t("updated"));
  };
  return (
    <FormDrawer
      title={isNew ? t("editor.addTitle") : t("editor.editTitle")}
      description={code === undefined ? undefined : `#${code.id} · ${isolated(code.name)}`}
      form={form}
      onSubmit={save}
      onClosed={onClosed}
      placeholder={
        current.error !== null ? (
          <ErrorState message={current.error.message} onRetry={() => void current.refetch()} />
        ) : current.isLoading ? (
          <FormSkeleton fields={3} />
        ) : undefined
      }
    >
      <RedemptionFields form={form} isNew={isNew} />
    </FormDrawer>
  );
}

/** Makes codes and offers them as a file, named after them. */
function useCreateCodes(): (values: RedemptionValues) => Promise<void> {
  const { t } = useTranslation("redemptions");
  const formatQuota = useFormatQuota();
  const { mutateAsync } = useCreateRedemptions();
  const offer = async (codes: readonly string[], name: string) => {
    const isWanted = await confirm({
      title: t("download.title"),
      description: t("download.description", { count: codes.length }),
      confirmLabel: t("download.confirm"),
      cancelLabel: t("download.later"),
    });
    if (isWanted) downloadText(`${safeFileName(name)}.txt`, `${codes.join("\n")}\n`);
  };
  return async (values) => {
    const codes = await mutateAsync(values);
    notify.success(t("created"));
    // Not awaited: the drawer closes meanwhile.
    void offer(codes, values.name === "" ? formatQuota(values.quota) : values.name);
  };
}

function fieldsOf({ name, quota, expired_time }: Redemption) {
  return { name, quota, expired_time };
}
