import { NEVER_EXPIRES } from "@tollgate/contract/statuses";
import { usdToQuota } from "@tollgate/contract/quota";
import { TOKEN_BATCH_MAX } from "@tollgate/contract/tokens";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ChipsInput } from "../../components/chips-input.tsx";
import { DateTimeInput } from "../../components/date-time-input.tsx";
import { FormField } from "../../components/form-field.tsx";
import { FormSection } from "../../components/form-section.tsx";
import { Input } from "../../components/input.tsx";
import { NumberInput } from "../../components/number-input.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { QuotaInput } from "../../components/quota-input.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { nowSeconds } from "../../lib/format-time.ts";
import { useQuotaDisplay } from "../../session/use-status.ts";
import type { TokenForm } from "./token-form.ts";
import { TokenGroupFields } from "./token-group-fields.tsx";
import { TokenSwitch } from "./token-switch.tsx";
import { useTokenChoices } from "./use-tokens.ts";

const QUOTA_PRESETS_USD = [1, 10, 50, 100, 500, 1000];
const COUNT_PRESETS = [10, 20, 30, 100];
const MONTH_SECONDS = 30 * 86_400;

const NO_NAMES: string[] = [];

/** The fields of the token editor. */
export function TokenFields({ form, isNew }: { form: TokenForm; isNew: boolean }) {
  const { t } = useTranslation("tokens");
  return (
    <>
      <FormSection title={t("editor.basics")}>
        <FormField control={form.control} name="name" label={t("editor.name")} required>
          {({ inputRef, ...binding }) => (
            <Input {...binding} ref={inputRef} placeholder={t("editor.namePlaceholder")} autoComplete="off" />
          )}
        </FormField>
        {isNew && <CountField form={form} />}
        <ExpiryField form={form} />
      </FormSection>
      <FormSection title={t("editor.quota")}>
        <QuotaFields form={form} />
      </FormSection>
      <FormSection title={t("editor.limits")}>
        <TokenGroupFields form={form} />
        <FormField
          control={form.control}
          name="allow_ips"
          label={t("editor.addresses")}
          description={t("editor.addressesHint")}
        >
          {({ inputRef, ...binding }) => (
            <Textarea {...binding} ref={inputRef} mono placeholder={t("editor.addressesPlaceholder")} />
          )}
        </FormField>
        <ModelLimitFields form={form} />
      </FormSection>
    </>
  );
}

function CountField({ form }: { form: TokenForm }) {
  const { t } = useTranslation("tokens");
  return (
    <FormField
      control={form.control}
      name="count"
      label={t("editor.count")}
      description={t("editor.countHint")}
      actions={
        <PresetButtons
          label={t("editor.countPresets")}
          presets={COUNT_PRESETS.map((count) => ({
            label: t("editor.countPreset", { count }),
            value: count,
          }))}
          onPick={(count) => form.setValue("count", count, { shouldDirty: true, shouldValidate: true })}
        />
      }
    >
      {({ inputRef, value, onValueChange, onBlur }) => (
        <NumberInput
          inputRef={inputRef}
          value={value}
          onValueChange={(count) => onValueChange(count ?? Number.NaN)}
          onBlur={onBlur}
          min={1}
          max={TOKEN_BATCH_MAX}
        />
      )}
    </FormField>
  );
}

function ExpiryField({ form }: { form: TokenForm }) {
  const { t } = useTranslation("tokens");
  const presets = [
    { label: t("editor.never"), value: NEVER_EXPIRES },
    { label: t("editor.oneMinute"), value: 60 },
    { label: t("editor.oneHour"), value: 3600 },
    { label: t("editor.oneDay"), value: 86_400 },
    { label: t("editor.oneMonth"), value: MONTH_SECONDS },
  ];
  return (
    <FormField
      control={form.control}
      name="expired_time"
      label={t("editor.expires")}
      actions={
        <PresetButtons
          label={t("editor.expires")}
          presets={presets}
          onPick={(seconds) =>
            form.setValue("expired_time", seconds === NEVER_EXPIRES ? seconds : nowSeconds() + seconds, {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      }
    >
      {({ inputRef, value, onValueChange, onBlur }) => (
        <DateTimeInput
          inputRef={inputRef}
          value={value === NEVER_EXPIRES ? undefined : value}
          onValueChange={(seconds) => onValueChange(seconds ?? NEVER_EXPIRES)}
          onBlur={onBlur}
          placeholder={t("editor.never")}
        />
      )}
    </FormField>
  );
}

function QuotaFields({ form }: { form: TokenForm }) {
  const { t } = useTranslation("tokens");
  const display = useQuotaDisplay();
  const isUnlimited = useWatch({ control: form.control, name: "unlimited_quota" });
  return (
    <>
      <FormField
        control={form.control}
        name="remain_quota"
        label={t("editor.remain")}
        description={t("editor.quotaHint")}
        actions={
          !isUnlimited && (
            <PresetButtons
              label={t("editor.presets")}
              presets={QUOTA_PRESETS_USD.map((usd) => ({
                label: `${usd}$`,
                value: usdToQuota(usd, display),
              }))}
              onPick={(units) =>
                form.setValue("remain_quota", units, { shouldDirty: true, shouldValidate: true })
              }
            />
          )
        }
      >
        {({ inputRef, value, onValueChange, onBlur }) => (
          <QuotaInput
            inputRef={inputRef}
            value={value}
            onValueChange={onValueChange}
            onBlur={onBlur}
            disabled={isUnlimited}
          />
        )}
      </FormField>
      <TokenSwitch form={form} name="unlimited_quota" text={t("editor.unlimited")} />
    </>
  );
}

function ModelLimitFields({ form }: { form: TokenForm }) {
  const { t } = useTranslation("tokens");
  const { models } = useTokenChoices();
  const isLimited = useWatch({ control: form.control, name: "model_limits_enabled" });
  return (
    <>
      <TokenSwitch form={form} name="model_limits_enabled" text={t("editor.modelLimits")} />
      {isLimited && (
        <FormField control={form.control} name="model_limits" label={t("editor.models")}>
          {(binding) => (
            <ChipsInput
              {...binding}
              allowCustom
              options={models ?? NO_NAMES}
              placeholder={t("editor.modelsPlaceholder")}
            />
          )}
        </FormField>
      )}
    </>
  );
}
