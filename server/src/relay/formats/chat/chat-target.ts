/**
 * What an encoder must know of the upstream it writes for. Providers fill it in; without anything but a model, an encoder
 * writes what the dialect's own vendor understands today.
 */
export interface ChatTarget {
  /** The name to send, mapped already. */
  readonly model: string;
  readonly openAiChat?: OpenAiChatTarget;
  readonly openAiResponses?: OpenAiResponsesTarget;
  readonly anthropic?: AnthropicTarget;
  readonly gemini?: GeminiTarget;
  readonly bedrockConverse?: BedrockConverseTarget;
  readonly dify?: DifyTarget;
  readonly coze?: CozeTarget;
  readonly library?: LibraryTarget;
}

export interface DifyTarget {
  /** What kind of app the key belongs to: agents and chatflows are chats. Default `chat`. */
  readonly app?: "chat" | "completion" | "workflow";
}

export interface CozeTarget {
  readonly botId: string;
}

export interface LibraryTarget {
  /** The knowledge base. */
  readonly id: string;
}

/** OpenAI's chat dialect is spoken by many, each with its own words for what OpenAI has none or has renamed. */
export interface OpenAiChatTarget {
  /** Default `max_completion_tokens`; older and compatible vendors know only `max_tokens`. */
  readonly maxTokensField?: "max_completion_tokens" | "max_tokens";
  /** Default `keep`: `developer` stays `developer`. */
  readonly instructionRole?: "keep" | "system" | "developer";
  /**
   * In which field earlier thoughts are sent back. Default `reasoning_details`, which carries signatures too (OpenRouter's
   * form); `reasoning_content` for DeepSeek, Moonshot and others; `none` where the vendor refuses such fields.
   */
  readonly thoughts?: "reasoning_details" | "reasoning_content" | "reasoning" | "none";
  /**
   * How a wish for reasoning is said. Default `effort` (`reasoning_effort`); `object`: OpenRouter's `reasoning`;
   * `thinking`: GLM's, DeepSeek's and Ark's `thinking.type`; `enable_thinking`: Qwen's.
   */
  readonly reasoningWish?: "effort" | "object" | "thinking" | "enable_thinking";
  /** How places to cache are marked. Default OpenAI's `prompt_cache_breakpoint`. */
  readonly cacheHints?: "prompt_cache_breakpoint" | "cache_control" | "none";
  /** Sampling that OpenAI does not know (`top_k`, `min_p`, `repetition_penalty`) is sent. Default true. */
  readonly extraSampling?: boolean;
  /** JSON schemas in `response_format` are understood; else a plain JSON object is asked for. Default true. */
  readonly jsonSchema?: boolean;
}

/** Each codec owns its section and documents its fields here. */
export interface OpenAiResponsesTarget {
  /** The client's conversation is sent whole each time and nothing is kept there. Default false. */
  readonly stateless?: boolean;
  /**
   * Which earlier thoughts are sent back. Default `sealed`: those that OpenAI sealed or keeps, for it refuses all others;
   * `all`: vendors of open models take their thoughts back as text.
   */
  readonly thoughts?: "sealed" | "all";
}

export interface AnthropicTarget {
  /** The `anthropic-version` that goes with the body: `2026-10-21` refuses sampling. Default `2023-06-01`. */
  readonly version?: "2023-06-01" | "2026-10-21";
  /** The dialect demands a limit: this one where the client gave none. Default 8192. */
  readonly maxOutputTokensDefault?: number;
  /**
   * How the model takes a wish for reasoning. `budget`: in tokens (up to 4.5); `adaptive`: by effort (4.6 and later). Left
   * out: the wish is written as it stands, which only the client's own dialect is sure to get right.
   */
  readonly thinking?: "budget" | "adaptive" | "none";
  /** Which of `temperature`, `top_p`, `top_k` it takes. Default `all`; `one`: not both of the first two; `none`: 4.7 and later. */
  readonly sampling?: "all" | "one" | "none";
  /** Where instructions between turns go. `system`: in place (4.8 and later); default `user`: marked, as the user's. */
  readonly laterInstructions?: "system" | "user";
  /** Thoughts that carry no signature of Anthropic's are sent (vendors who imitate the dialect). Default false. */
  readonly unsignedThoughts?: boolean;
  /** JSON schemas in `output_config.format` are understood. Default true. */
  readonly jsonSchema?: boolean;
}

export interface GeminiTarget {
  /** How the model takes a wish for reasoning: 2.5 by budget, 3 by level. Default `budget`. */
  readonly thinking?: "budget" | "level" | "none";
  /** The levels that the model knows, the lowest first: 3 Pro knows `low` and `high` only. Default all four. */
  readonly levels?: readonly ("minimal" | "low" | "medium" | "high")[];
  /** Gemini 3 demands a signature on the calls of earlier turns; the vendor's documented dummy is sent for lost ones. */
  readonly demandsSignatures?: boolean;
  /** The fields for JSON schemas are understood; else Google's subset of OpenAPI is all there is. Default true. */
  readonly jsonSchema?: boolean;
}

export interface BedrockConverseTarget {
  /** The model keeps prompts whose ends are marked; others refuse the marks. Default true. */
  readonly cachePoints?: boolean;
  /** JSON schemas in `outputConfig` are understood. Default true. */
  readonly jsonSchema?: boolean;
}
