import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../components/icon-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ChannelOperationsMenu } from "./channel-operations-menu.tsx";
import { ChannelRunLine } from "./channel-run-line.tsx";
import { useChannelRun } from "./use-channel-runs.ts";

interface ChannelsHeaderProps {
  isFetching: boolean;
  onRefresh: () => void;
  /** The main button. */
  children: ReactNode;
}

/** Title and buttons, and below them what is being done to all channels. */
export function ChannelsHeader(props: ChannelsHeaderProps) {
  const { t } = useTranslation("channels");
  const tests = useChannelRun("tests");
  const balances = useChannelRun("balances");
  const models = useChannelRun("models");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <IconButton
              variant="secondary"
              label={t("action.refresh", { ns: "common" })}
              pending={props.isFetching}
              onClick={props.onRefresh}
            >
              {!props.isFetching && <RefreshCw />}
            </IconButton>
            <ChannelOperationsMenu tests={tests} balances={balances} models={models} />
            {props.children}
          </>
        }
      />
      <ChannelRunLine kind="tests" run={tests.run} onCancel={() => tests.cancel()} />
      <ChannelRunLine kind="balances" run={balances.run} onCancel={() => balances.cancel()} />
      <ChannelRunLine kind="models" run={models.run} onCancel={() => models.cancel()} />
    </>
  );
}
