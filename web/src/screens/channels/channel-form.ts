import type { UseFormReturn } from "react-hook-form";
import type { ChannelValues } from "./use-channels.ts";

/** What the editor's controls hold; the schema turns it into what is sent. */
export interface ChannelFormValues {
  type: number;
  name: string;
  base_url: string;
  /** One a line when several channels are created at once; empty keeps a stored one. */
  key: string;
  group: string[];
  models: string[];
  tag: string;
  priority: number;
  weight: number;
  test_model: string;
  auto_ban: boolean;
  /** JSON text. */
  model_mapping: string;
  /** JSON text. */
  setting: string;
  /** JSON text. */
  status_code_mapping: string;
  openai_organization: string;
  other: string;
}

export type ChannelForm = UseFormReturn<ChannelFormValues, unknown, ChannelValues>;
