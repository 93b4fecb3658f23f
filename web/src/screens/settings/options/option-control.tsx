import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { useTranslation } from "react-i18next";
import { ChipsInput } from "../../../components/chips-input.tsx";
import { CodeArea } from "../../../components/code-area.tsx";
import { confirm } from "../../../components/confirm.ts";
import { Input, PasswordInput } from "../../../components/input.tsx";
import { NumberInput } from "../../../components/number-input.tsx";
import { QuotaInput } from "../../../components/quota-input.tsx";
import { Select } from "../../../components/select.tsx";
import { Switch } from "../../../components/switch.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { useGroupNames } from "../use-options.ts";
import { optionSpec } from "./option-draft.ts";
import type { OfferedField } from "./option-fields.ts";

export interface OptionControlProps {
  field: OfferedField;
  text: string;
  onTextChange: (text: string) => void;
  /** Where it says what is wrong, if something is. */
  problemId: string | undefined;
}

/** The control that an option's shape asks for; it reads and writes the wire's text. */
export function OptionControl(props: OptionControlProps) {
  const { field, text, onTextChange } = props;
  const { shape, secret } = optionSpec(field.key);
  if (secret === true) return <SecretControl {...props} />;
  switch (shape.kind) {
    case "flag":
      return <FlagControl {...props} />;
    case "number":
      return <NumberControl {...props} />;
    case "choice":
      return <ChoiceControl {...props} />;
    case "names":
      return <GroupNamesControl {...props} />;
    case "json":
      return <JsonControl {...props} />;
    case "text":
      if (field.control === "group") return <GroupControl {...props} />;
      if (field.control === "lines") return <Textarea rows={6} value={text} onValueChange={onTextChange} />;
      break;
    default:
      break;
  }
  return <Input value={text} onValueChange={onTextChange} autoComplete="off" spellCheck={false} />;
}

/** What is stored is never shown; nothing typed leaves it as it is. */
function SecretControl({ text, onTextChange }: OptionControlProps) {
  const { t } = useTranslation("optionSettings");
  return (
    <PasswordInput
      value={text}
      onValueChange={onTextChange}
      placeholder={t("secret")}
      autoComplete="new-password"
    />
  );
}

function FlagControl({ field, text, onTextChange }: OptionControlProps) {
  const { t } = useTranslation("optionSettings");
  const change = async (isOn: boolean) => {
    const isAsked = !isOn && field.asksBeforeOff === true;
    if (isAsked && !(await askBeforeOff())) return;
    onTextChange(String(isOn));
  };
  const askBeforeOff = () =>
    confirm({
      danger: true,
      title: t("passwordOff.title"),
      description: t("passwordOff.description"),
      confirmLabel: t("passwordOff.confirm"),
    });
  return (
    <Switch
      checked={text === "true"}
      onCheckedChange={(isOn) => void change(isOn)}
      className="my-0.5 self-end"
    />
  );
}

function NumberControl({ field, text, onTextChange }: OptionControlProps) {
  const { t } = useTranslation("optionSettings");
  const { shape } = optionSpec(field.key);
  const bounds = shape.kind === "number" ? shape : undefined;
  const value = text.trim() === "" ? null : Number(text);
  if (field.control === "quota") {
    return (
      <QuotaInput
        value={value ?? Number.NaN}
        onValueChange={(units) => onTextChange(Number.isNaN(units) ? "" : String(units))}
      />
    );
  }
  return (
    <NumberInput
      value={value}
      onValueChange={(next) => onTextChange(next === null ? "" : String(next))}
      allowOutOfRange
      {...(bounds?.min !== undefined && { min: bounds.min })}
      {...(bounds?.max !== undefined && { max: bounds.max })}
      after={
        field.unit !== undefined && (
          <span className="flex shrink-0 items-center pr-2 text-xs whitespace-nowrap text-muted">
            {t(`unit.${field.unit}`)}
          </span>
        )
      }
    />
  );
}

function ChoiceControl({ field, text, onTextChange }: OptionControlProps) {
  const { t } = useTranslation("optionSettings");
  return (
    <Select<string>
      value={text}
      onValueChange={onTextChange}
      options={(field.choices ?? []).map((word) => ({ value: word, label: t(`choice.${word}`) }))}
    />
  );
}

/** Names of groups in order, as JSON on the wire. */
function GroupNamesControl({ text, onTextChange }: OptionControlProps) {
  const groups = useGroupNames();
  return (
    <ChipsInput
      value={namesOf(text)}
      onValueChange={(names) => onTextChange(JSON.stringify(names))}
      options={groups}
      allowCustom
    />
  );
}

function namesOf(text: string): string[] {
  return [...(OPTION_TABLE.AutoGroups.parse(text) ?? [])];
}

function GroupControl({ text, onTextChange }: OptionControlProps) {
  const { t } = useTranslation("optionSettings");
  const groups = useGroupNames();
  const names = [...new Set([...groups, text])].filter((name) => name !== "");
  return (
    <Select
      value={text}
      onValueChange={onTextChange}
      options={[{ value: "", label: t("noGroup") }, ...names.map((name) => ({ value: name, label: name }))]}
    />
  );
}

function JsonControl({ field, text, onTextChange, problemId }: OptionControlProps) {
  const { t } = useTranslation("optionSettings");
  return (
    <CodeArea
      label={t(`field.${field.key}.name`)}
      text={text}
      onTextChange={onTextChange}
      placeholder={field.example && `${t("example")}\n${field.example}`}
      problemsId={problemId}
      className="h-36"
    />
  );
}
