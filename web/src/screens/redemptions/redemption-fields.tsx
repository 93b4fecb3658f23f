import { usdToQuota } from "@tollgate/contract/quota";
import { NEVER_EXPIRES_CODE, REDEMPTION_BATCH_MAX } from "@tollgate/contract/redemptions";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { DateTimeInput } from "../../components/date-time-input.tsx";
import { FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { NumberInput } from "../../components/number-input.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { QuotaInput } from "../../components/quota-input.tsx";
import { useQuotaDisplay } from "../../session/use-status.ts";
import type { RedemptionValues } from "./use-redemptions.ts";

type RedemptionForm = UseFormReturn<RedemptionValues, unknown, RedemptionValues>;

const QUOTA_PRESETS_USD = [1, 10, 50, 100, 500, 1000];

/** The fields of the code editor. */
export function RedemptionFields({ form, isNew }: { form: RedemptionForm; isNew: boolean }) {
  const { t } = useTranslation("redemptions");
  return (
    <>
      <FormField
        control={form.control}
        name="name"
        label={t("column.name")}
        description={isNew ? t("editor.nameHint") : undefined}
      >
        {({ inputRef, ...binding }) => (
          <Input {...binding} ref={inputRef} placeholder={t("editor.namePlaceholder")} autoComplete="off" />
        )}
      </FormField>
      <QuotaField form={form} />
      {isNew && <CountField form={form} />}
      <FormField control={form.control} name="expired_time" label={t("column.expires")}>
        {({ inputRef, value, onValueChange, onBlur }) => (
          <DateTimeInput
            inputRef={inputRef}
            value={value === NEVER_EXPIRES_CODE ? undefined : value}
            onValueChange={(seconds) => onValueChange(seconds ?? NEVER_EXPIRES_CODE)}
            onBlur={onBlur}
            placeholder={t("never")}
          />
        )}
      </FormField>
    </>
  );
}

function QuotaField({ form }: { form: RedemptionForm }) {
  const { t } = useTranslation("redemptions");
  const display = useQuotaDisplay();
  return (
    <FormField
      control={form.control}
      name="quota"
      label={t("editor.quota")}
      actions={
        <PresetButtons
          label={t("editor.presets")}
          presets={QUOTA_PRESETS_USD.map((usd) => ({ label: `${usd}$`, value: usdToQuota(usd, display) }))}
          onPick={(units) => form.setValue("quota", units, { shouldDirty: true, shouldValidate: true })}
        />
      }
    >
      {({ inputRef, ...binding }) => <QuotaInput {...binding} inputRef={inputRef} />}
    </FormField>
  );
}

function CountField({ form }: { form: RedemptionForm }) {
  const { t } = useTranslation("redemptions");
  return (
    <FormField
      control={form.control}
      name="count"
      label={t("editor.count")}
      description={t("editor.countHint", { most: REDEMPTION_BATCH_MAX })}
    >
      {({ inputRef, value, onValueChange, onBlur }) => (
        <NumberInput
          inputRef={inputRef}
          value={value}
          onValueChange={(count) => onValueChange(count ?? Number.NaN)}
          onBlur={onBlur}
          min={1}
          max={REDEMPTION_BATCH_MAX}
        />
      )}
    </FormField>
  );
}
