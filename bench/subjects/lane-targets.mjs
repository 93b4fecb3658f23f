/** The dialects of the lanes: how a client asks in each, and a channel whose upstream speaks it alone. */
const SYSTEM = "You are a helpful assistant. Answer in one short paragraph.";
const QUESTION = "Why do tide tables differ between two ports that are only ten kilometres apart?";

/** `name`, the channel's `type` and `model`, the `path` and `body` of a call, and what its streams end with. */
export const LANE_DIALECTS = [
  {
    name: "openai-chat",
    type: 42,
    model: "mistral-large-latest",
    endMark: "data: [DONE]",
    path: () => "/v1/chat/completions",
    body: (model, stream) => ({
      model,
      max_tokens: 100,
      messages: [
        { role: "system", content: SYSTEM },
        { role: "user", content: QUESTION },
      ],
      ...(stream && { stream, stream_options: { include_usage: true } }),
    }),
  },
  {
    name: "openai-responses",
    type: 1,
    model: "gpt-5-codex",
    endMark: "response.completed",
    path: () => "/v1/responses",
    body: (model, stream) => ({
      model,
      max_output_tokens: 100,
      instructions: SYSTEM,
      input: QUESTION,
      ...(stream && { stream }),
    }),
  },
  {
    name: "anthropic",
    type: 14,
    model: "claude-sonnet-4-5",
    endMark: "message_stop",
    path: () => "/v1/messages",
    body: (model, stream) => ({
      model,
      max_tokens: 100,
      system: SYSTEM,
      messages: [{ role: "user", content: QUESTION }],
      ...(stream && { stream }),
    }),
  },
  {
    name: "gemini",
    type: 24,
    model: "gemini-2.5-flash",
    endMark: '"finishReason":"STOP"',
    path: (model, stream) =>
      `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    body: () => ({
      systemInstruction: { parts: [{ text: SYSTEM }] },
      contents: [{ role: "user", parts: [{ text: QUESTION }] }],
      generationConfig: { maxOutputTokens: 100 },
    }),
  },
];

/** Stands once in each chunk of a stream, in every dialect. */
export const LANE_WORD = '" word"';

/** The channels of the lanes, at a Tollgate that runs. */
export async function addLaneChannels(subject, mock) {
  const call = await subject.signIn();
  for (const { type, model, name } of LANE_DIALECTS)
    await call("POST", "/api/channel", {
      type,
      name: `lane ${name}`,
      key: "sk-mock",
      base_url: mock.url,
      models: model,
    });
}

/** The calls of one client dialect to one upstream dialect, as a subject of the measures. */
export function laneSubject(subject, client, upstream) {
  const { headers } = subject.target(false);
  return {
    label: `${client.name} from ${upstream.name}`,
    companionPids: () => [],
    target: (stream) => ({
      url: subject.url + client.path(upstream.model, stream),
      headers,
      body: JSON.stringify(client.body(upstream.model, stream)),
    }),
  };
}
