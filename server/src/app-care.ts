import type { AppParts } from "./app-parts.ts";
import type { Relay } from "./app-relay.ts";
import { createChannelCare } from "./resources/channels/channel-care.ts";
import type { ChannelCare } from "./resources/channels/channel-care.ts";
import { createChannelRunStore } from "./resources/channels/channel-run-store.ts";
import { createChannelSchedule } from "./resources/channels/channel-schedule.ts";
import { createModelListStore } from "./resources/channels/model-list-store.ts";
import { listedModelName } from "./relay/listed-model.ts";
import { createWorkClaims } from "./resources/channels/scheduled-work-store.ts";
import { createRelayChannels } from "./resources/channels/relay-channels.ts";

/** How long tests that are under way may take at the end. */
const LAST_TESTS_MS = 3000;

/** Makes the work over all channels, and begins it when it is due. The stack ends what runs here. */
export async function startCare(
  parts: AppParts,
  relay: Pick<Relay, "probe" | "notes" | "openExchange">,
  stack: AsyncDisposableStack,
  intervalMs: number,
): Promise<ChannelCare> {
  const runs = createChannelRunStore(parts);
  await runs.endOwn();
  const care = createChannelCare({
    ...parts,
    channels: notingChannels(parts.channels, relay.notes),
    probe: relay.probe,
    runs,
    ...vendorQuestions(parts, relay),
  });
  const schedule = createChannelSchedule({
    ...parts,
    care,
    claim: createWorkClaims(parts).claim,
    reportFault: (message, error) => parts.logger.error(message, { error }),
  });
  const timer = setInterval(() => void schedule.run(), intervalMs);
  stack.defer(async () => {
    clearInterval(timer);
    await schedule.stop();
    const runners = [care.tests, care.balances, care.models];
    const ended = Promise.all(runners.map((runner) => runner.stop().then(runner.idle)));
    // A vendor or a database that is slow to answer does not hold up the end.
    await Promise.race([ended, Bun.sleep(LAST_TESTS_MS)]);
  });
  return care;
}

/** What is needed to ask the vendors of channels something. */
export function vendorQuestions(parts: AppParts, { openExchange }: Pick<Relay, "openExchange">) {
  return {
    loadChannel: createRelayChannels(parts).loadVendorChannel,
    openExchange,
    modelLists: createModelListStore(parts.database),
    listedName: listedModelName,
  };
}

/** Channels whose switching stands among their incidents, as that by the relay does. */
function notingChannels(channels: AppParts["channels"], notes: Relay["notes"]): AppParts["channels"] {
  return {
    ...channels,
    async switchOff(id, note) {
      const isChanged = await channels.switchOff(id, note);
      if (isChanged) notes.noteDisabled(id, note.reason);
      return isChanged;
    },
    async switchOn(id) {
      const isChanged = await channels.switchOn(id);
      if (isChanged) notes.noteEnabled(id);
      return isChanged;
    },
  };
}
