import { ChannelStatus } from "@tollgate/contract/statuses";
import {
  Ban,
  CircleCheck,
  Copy,
  EllipsisVertical,
  FlaskConical,
  History,
  ListChecks,
  Pencil,
  Trash2,
  Zap,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import type { Channel } from "./use-channels.ts";

export interface ChannelActions {
  edit: (channel: Channel) => void;
  /** Resolves when the test has ended, either way. */
  test: (channel: Channel) => Promise<void>;
  testModel: (channel: Channel) => void;
  showIncidents: (channel: Channel) => void;
  showUpstreamModels: (channel: Channel) => void;
  setStatus: (channel: Channel, isOn: boolean) => void;
  copy: (channel: Channel) => void;
  remove: (channel: Channel) => void;
  /** Asks the vendor what is left; resolves when that has ended, either way. */
  refreshBalance: (channel: Channel) => Promise<void>;
  /** Rejects when the server refuses. */
  change: (change: { id: number; priority?: number; weight?: number }) => Promise<unknown>;
}

/** What can be done with one channel. */
export function ChannelRowActions({ channel, actions }: { channel: Channel; actions: ChannelActions }) {
  const { t } = useTranslation("channels");
  const [isTesting, setTesting] = useState(false);
  const isEnabled = channel.status === ChannelStatus.enabled;
  const test = async () => {
    setTesting(true);
    await actions.test(channel);
    setTesting(false);
  };
  return (
    <div className="flex items-center justify-end gap-0.5">
      <IconButton size="iconSm" label={t("action.test")} pending={isTesting} onClick={() => void test()}>
        {!isTesting && <Zap />}
      </IconButton>
      <IconButton size="iconSm" label={t("action.edit")} onClick={() => actions.edit(channel)}>
        <Pencil />
      </IconButton>
      <Menu
        trigger={
          <Button variant="ghost" size="iconSm" aria-label={`${t("action.more")}: ${channel.name}`}>
            <EllipsisVertical />
          </Button>
        }
      >
        <MenuItem icon={FlaskConical} onSelect={() => actions.testModel(channel)}>
          {t("action.testModel")}
        </MenuItem>
        <MenuItem icon={History} onSelect={() => actions.showIncidents(channel)}>
          {t("incidents.menu", { ns: "channelHealth" })}
        </MenuItem>
        <MenuItem icon={ListChecks} onSelect={() => actions.showUpstreamModels(channel)}>
          {t("menu", { ns: "upstreamModels" })}
        </MenuItem>
        <MenuItem
          icon={isEnabled ? Ban : CircleCheck}
          onSelect={() => actions.setStatus(channel, !isEnabled)}
        >
          {isEnabled ? t("action.disable") : t("action.enable")}
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => actions.copy(channel)}>
          {t("action.copy")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={Trash2} onSelect={() => actions.remove(channel)}>
          {t("action.delete")}
        </MenuItem>
      </Menu>
    </div>
  );
}
