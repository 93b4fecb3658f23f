import type { ChannelValues } from "../../src/resources/channels/channel-record.ts";

/** A channel of type OpenAI, with what a test says about it. */
export function sampleChannel(values: Partial<ChannelValues> = {}): ChannelValues {
  return {
    name: "Main",
    type: 1,
    base_url: "",
    status: 1,
    group: ["default"],
    models: ["gpt-4o"],
    model_mapping: "",
    other: "",
    tag: "",
    priority: 0,
    weight: 0,
    test_model: "",
    auto_ban: true,
    setting: "",
    status_code_mapping: "",
    openai_organization: "",
    ...values,
  };
}
