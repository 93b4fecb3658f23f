import { channelModelMapping, channelTag } from "@tollgate/contract/channel-parts";
import { errorText } from "@tollgate/contract/errors";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { Button } from "../../components/button.tsx";
import { ChipsInput } from "../../components/chips-input.tsx";
import { FormDrawer } from "../../components/form-drawer.tsx";
import { FormField } from "../../components/form-field.tsx";
import { Input } from "../../components/input.tsx";
import { PresetButtons } from "../../components/preset-buttons.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { notify } from "../../components/toaster.ts";
import { currentLanguage } from "../../i18n/i18n.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { MAPPING_TEMPLATE } from "./channel-templates.ts";
import type { TagRow } from "./channel-rows.ts";
import { useChangeTag, useTagModels, type TagChange } from "./use-channel-operations.ts";
import { useGroups, useModelNames } from "./use-channels.ts";

const tagFormSchema = z.object({
  new_tag: channelTag,
  models: z.array(z.string()),
  groups: z.array(z.string()),
  model_mapping: channelModelMapping,
});
type TagFormValues = z.input<typeof tagFormSchema>;

const NO_NAMES: string[] = [];

interface TagEditorProps {
  row: TagRow;
  onClosed: () => void;
}

/** Overwrites values of all channels of a tag; what is left empty stays as it is. */
export function TagEditor({ row, onClosed }: TagEditorProps) {
  const { t } = useTranslation("channels");
  const { mutateAsync } = useChangeTag();
  const { tagName } = row;
  const form = useForm<TagFormValues, unknown, TagFormValues>({
    resolver: schemaResolver<TagFormValues, TagFormValues>(tagFormSchema),
    defaultValues: { new_tag: tagName, models: [], groups: [], model_mapping: "" },
  });
  const save = async (values: TagFormValues) => {
    const change = tagChange(tagName, values);
    if (change === undefined) {
      const problem = errorText("channel.tag-unchanged", currentLanguage());
      notify.error(problem);
      throw new Error(problem);
    }
    await mutateAsync(change);
    notify.success(t("done.tagUpdated"));
  };
  return (
    <FormDrawer
      title={t("tag.edit")}
      description={`${tagName} · ${t("tag.count", { count: row.channels.length })}`}
      form={form}
      onSubmit={save}
      onClosed={onClosed}
    >
      <p className="text-sm text-muted">{t("tag.editDescription")}</p>
      <TagFields form={form} tagName={tagName} />
    </FormDrawer>
  );
}

type TagForm = ReturnType<typeof useForm<TagFormValues, unknown, TagFormValues>>;

function TagFields({ form, tagName }: { form: TagForm; tagName: string }) {
  const { t } = useTranslation("channels");
  const { data: groups = NO_NAMES } = useGroups();
  const { control } = form;
  return (
    <>
      <FormField control={control} name="new_tag" label={t("tag.newName")} description={t("tag.newNameHint")}>
        {({ inputRef, ...binding }) => <Input {...binding} ref={inputRef} autoComplete="off" />}
      </FormField>
      <TagModelsField form={form} tagName={tagName} />
      <FormField control={control} name="groups" label={t("editor.groups")}>
        {(binding) => <ChipsInput {...binding} options={groups} placeholder={t("tag.unchanged")} />}
      </FormField>
      <FormField
        control={control}
        name="model_mapping"
        label={t("editor.mapping")}
        actions={
          <PresetButtons
            label={`${t("editor.template")}: ${t("editor.mapping")}`}
            presets={[{ label: t("editor.template"), value: MAPPING_TEMPLATE }]}
            onPick={(text) =>
              form.setValue("model_mapping", text, { shouldDirty: true, shouldValidate: true })
            }
          />
        }
      >
        {({ inputRef, ...binding }) => (
          <Textarea {...binding} ref={inputRef} mono placeholder={t("tag.unchanged")} />
        )}
      </FormField>
    </>
  );
}

/** The models, with a button that begins with those the tag's channels have. */
function TagModelsField({ form, tagName }: { form: TagForm; tagName: string }) {
  const { t } = useTranslation("channels");
  const { all = NO_NAMES } = useModelNames();
  const { mutate, isPending } = useTagModels();
  const fill = () =>
    mutate(tagName, { onSuccess: (names) => form.setValue("models", names, { shouldDirty: true }) });
  return (
    <div className="flex flex-col gap-2">
      <FormField control={form.control} name="models" label={t("editor.models")}>
        {(binding) => <ChipsInput {...binding} allowCustom options={all} placeholder={t("tag.unchanged")} />}
      </FormField>
      <div>
        <Button size="sm" pending={isPending} onClick={fill}>
          {t("tag.fillModels")}
        </Button>
      </div>
    </div>
  );
}

/** What is to be sent; undefined when nothing would change. */
function tagChange(tag: string, { new_tag: newTag, models, groups, model_mapping: mapping }: TagFormValues) {
  const isRenamed = newTag.trim() !== tag;
  if (!isRenamed && models.length === 0 && groups.length === 0 && mapping.trim() === "") return undefined;
  return {
    tag,
    new_tag: isRenamed ? newTag.trim() : null,
    models: models.length === 0 ? null : models,
    groups: groups.length === 0 ? null : groups,
    model_mapping: mapping.trim() === "" ? null : mapping,
  } satisfies TagChange;
}
