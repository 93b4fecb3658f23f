import type { ComponentType } from "react";
import type { ChannelForm } from "../channel-form.ts";

/** What a channel type brings to the editor. One file a type that has something of its own. */
export interface ChannelTypeForm {
  type: number;
  name: string;
  /** The base URL, under the name and with the hint that this type needs. */
  AddressField: ComponentType<{ form: ChannelForm }>;
  /** Fields that only this type has. */
  ExtraFields?: ComponentType<{ form: ChannelForm }>;
  /** The parts of a key that is no single word, as the vendor calls them. */
  keyFormat?: string;
}
