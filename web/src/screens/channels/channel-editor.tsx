import { ChannelType } from "@tollgate/contract/channel-types";
import { DEFAULT_GROUP } from "@tollgate/contract/groups";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../components/error-state.tsx";
import { FormDrawer } from "../../components/form-drawer.tsx";
import { FormSkeleton } from "../../components/form-skeleton.tsx";
import { notify } from "../../components/toaster.ts";
import { isolated } from "../../lib/isolated-text.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { newChannelFormSchema, storedChannelFormSchema, type ChannelFormValues } from "./channel-form.ts";
import { useChannel, useSaveChannel, type Channel, type ChannelValues } from "./use-channels.ts";

const NEW_CHANNEL: ChannelFormValues = {
  type: ChannelType.openai,
  name: "",
  base_url: "",
  key: "",
  group: [DEFAULT_GROUP],
  models: [],
  tag: "",
  priority: 0,
  weight: 0,
  test_model: "",
  auto_ban: true,
  model_mapping: "",
  setting: "",
  status_code_mapping: "",
  openai_organization: "",
  other: "",
};

interface ChannelEditorProps {
  /** The channel to change; none makes new ones. */
  id: number | undefined;
  onClosed: () => void;
}

/** The drawer that creates and changes channels. */
export function ChannelEditor({ id, onClosed }: ChannelEditorProps) {
  const { t } = useTranslation("channels");
  const isNew = id === undefined;
  const current = useChannel(id);
  const { mutateAsync } = useSaveChannel(id);
  const form = useForm<ChannelFormValues, unknown, ChannelValues>({
    resolver: schemaResolver<ChannelFormValues, ChannelValues>(
      isNew ? newChannelFormSchema : storedChannelFormSchema,
    ),
    defaultValues: NEW_CHANNEL,
    ...(current.data === undefined ? {} : { values: toFormValues(current.data) }),
  });
  const save = async (values: ChannelValues) => {
    await mutateAsync(values);
    notify.success(isNew ? t("done.created") : t("done.updated"));
  };
  return (
    <FormDrawer
      title={isNew ? t("editor.addTitle") : t("editor.editTitle")}
      description={
        isNew ? undefined : `#${id}${current.data === undefined ? "" : ` · ${isolated(current.data.name)}`}`
      }
      form={form}
      onSubmit={save}
      onClosed={onClosed}
      placeholder={
        current.error !== null ? (
          <ErrorState message={current.error.message} onRetry={() => void current.refetch()} />
        ) : current.isLoading ? (
          <FormSkeleton fields={8} />
        ) : undefined
      }
    >
      <ChannelFields form={form} id={id} />
    </FormDrawer>
  );
}

function toFormValues(channel: Channel): ChannelFormValues {
  return {
    ...NEW_CHANNEL,
    type: channel.type,
    name: channel.name,
    base_url: channel.base_url,
    group: channel.group,
    models: channel.models,
    tag: channel.tag,
    priority: channel.priority,
    weight: channel.weight,
    test_model: channel.test_model,
    auto_ban: channel.auto_ban,
    model_mapping: channel.model_mapping,
    setting: channel.setting,
    status_code_mapping: channel.status_code_mapping,
    openai_organization: channel.openai_organization,
    other: channel.other,
  };
}
