import type { Context, Env as HonoEnv, Hono } from "hono";
import type { OpenAiOperation } from "./formats/openai/openai-request.ts";
import { deliverRefusal } from "./deliver.ts";
import { getModel, listModels } from "./models-list.ts";
import { relay } from "./relay.ts";
import type { Arrival, RelayDeps } from "./relay.ts";
import { RelayError, relayLanguage } from "./relay-error.ts";
import { newRequestId } from "./request-id.ts";

const MODELS_PATH = "/v1/models/";

const OPERATIONS: Readonly<Record<string, OpenAiOperation>> = {
  "/v1/chat/completions": "chat",
  "/v1/completions": "completions",
  "/v1/embeddings": "embeddings",
};

/** Mounts the data plane. `clientIp` tells the address that the request came from, trusted proxies considered. */
export function relayRoutes<Env extends HonoEnv>(
  app: Hono<Env>,
  deps: RelayDeps,
  clientIp: (context: Context<Env>) => string,
): void {
  const arrivalOf = (context: Context<Env>): Arrival => ({
    request: context.req.raw,
    path: context.req.path,
    ip: clientIp(context),
  });

  for (const [path, operation] of Object.entries(OPERATIONS)) {
    app.post(path, (context) => relay(operation, arrivalOf(context), deps));
  }
  app.get("/v1/models", (context) => answerJson(context, deps, () => listModels(arrivalOf(context), deps)));
  // A name may contain slashes.
  app.get("/v1/models/*", (context) =>
    answerJson(context, deps, () =>
      getModel(arrivalOf(context), decodeURIComponent(context.req.path.slice(MODELS_PATH.length)), deps),
    ),
  );
  app.all("/v1/*", (context) => {
    const refusal = new RelayError("address.unknown", { method: context.req.method, path: context.req.path });
    return deliverRefusal(refusal, {
      requestId: newRequestId(deps.clock),
      language: relayLanguage(context.req.raw),
    });
  });
}

async function answerJson(
  context: Context,
  deps: RelayDeps,
  answer: () => Promise<object>,
): Promise<Response> {
  const requestId = newRequestId(deps.clock);
  const language = relayLanguage(context.req.raw);
  try {
    return Response.json(await answer(), {
      headers: { "x-request-id": requestId, "x-oneapi-request-id": requestId },
    });
  } catch (error) {
    if (!(error instanceof RelayError)) deps.reportFault("a list of models could not be made", error);
    return deliverRefusal(error instanceof RelayError ? error : new RelayError("server.internal"), {
      requestId,
      language,
    });
  }
}
