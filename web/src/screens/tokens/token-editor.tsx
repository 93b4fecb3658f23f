import { AUTO_GROUP } from "@tollgate/contract/groups";
import { DEFAULT_TOKEN_QUOTA } from "@tollgate/contract/tokens";
import { NEVER_EXPIRES } from "@tollgate/contract/statuses";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../components/error-state.tsx";
import { FormDrawer } from "../../components/form-drawer.tsx";
import { FormSkeleton } from "../../components/form-skeleton.tsx";
import { notify } from "../../components/toaster.ts";
import { TokenFields } from "./token-fields.tsx";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { newTokenSchema, useSaveToken, useToken, type Token, type TokenValues } from "./use-tokens.ts";

/** What the form's controls hold; the schema turns it into what is sent. */
export interface TokenFormValues {
  name: string;
  expired_time: number;
  remain_quota: number;
  unlimited_quota: boolean;
  model_limits_enabled: boolean;
  model_limits: string[];
  /** One address a line. */
  allow_ips: string;
  group: string;
  /** In order; empty: the groups that the site has chosen. */
  auto_groups: string[];
  cross_group_retry: boolean;
  count: number;
}

const NEW_TOKEN: TokenFormValues = {
  name: "",
  expired_time: NEVER_EXPIRES,
  remain_quota: DEFAULT_TOKEN_QUOTA,
  unlimited_quota: false,
  model_limits_enabled: false,
  model_limits: [],
  allow_ips: "",
  group: "",
  auto_groups: [],
  cross_group_retry: false,
  count: 1,
};

interface TokenEditorProps {
  /** The token to change; none makes new ones. */
  token: Token | undefined;
  onClosed: () => void;
}

/** The drawer that creates and changes tokens. */
export function TokenEditor({ token, onClosed }: TokenEditorProps) {
  const { t } = useTranslation("tokens");
  const isNew = token === undefined;
  const current = useToken(token?.id);
  const { mutateAsync } = useSaveToken(token?.id);
  const form = useForm<TokenFormValues, unknown, TokenValues>({
    resolver: schemaResolver<TokenFormValues, TokenValues>(newTokenSchema),
    defaultValues: NEW_TOKEN,
    ...(current.data === undefined ? {} : { values: toFormValues(current.data) }),
  });
  const save = async (values: TokenValues) => {
    // What only the group `auto` uses must not stop another from being saved.
    const unused = values.group === AUTO_GROUP ? {} : { auto_groups: [], cross_group_retry: false };
    await mutateAsync({ ...values, ...unused });
    notify.success(isNew ? t("done.created") : t("done.updated"));
  };
  return (
    <FormDrawer
      title={isNew ? t("editor.addTitle") : t("editor.editTitle")}
      description={token?.name}
      form={form}
      onSubmit={save}
      onClosed={onClosed}
      placeholder={
        current.error !== null ? (
          <ErrorState message={current.error.message} onRetry={() => void current.refetch()} />
        ) : current.isLoading ? (
          <FormSkeleton />
        ) : undefined
      }
    >
      <TokenFields form={form} isNew={isNew} />
    </FormDrawer>
  );
}

function toFormValues(token: Token): TokenFormValues {
  return {
    name: token.name,
    expired_time: token.expired_time,
    remain_quota: Math.max(0, token.remain_quota),
    unlimited_quota: token.unlimited_quota,
    model_limits_enabled: token.model_limits_enabled,
    model_limits: token.model_limits,
    allow_ips: token.allow_ips.join("\n"),
    group: token.group,
    auto_groups: token.auto_groups,
    cross_group_retry: token.cross_group_retry,
    count: 1,
  };
}
