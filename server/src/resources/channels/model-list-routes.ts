import {
  applyModelDifference,
  cancelModelListRun,
  detectAllModelDifferences,
  detectModelDifference,
  getModelDifference,
  getModelListRun,
  listModelDifferences,
} from "@tollgate/contract/upstream-models";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import { AppError } from "../../lib/app-error.ts";
import type { ChannelCare } from "./channel-care.ts";
import { decideDifference, detectDifference } from "./model-lists.ts";
import type { ModelListDeps } from "./model-lists.ts";
import { refuseVendor } from "./vendor-call.ts";

export interface ModelListRouteDeps extends ModelListDeps {
  care: Pick<ChannelCare, "detectModels" | "models">;
}

/** How vendors' lists of models differ from what channels serve, for administrators. */
export function modelListRoutes(deps: ModelListRouteDeps): Route[] {
  const { channels, modelLists, care } = deps;
  return [
    route(listModelDifferences, () => modelLists.counts()),
    route(getModelDifference, async ({ id }) => {
      if (!(await channels.get(id))) throw new AppError("channel.not-found");
      return modelLists.read(id);
    }),
    route(detectModelDifference, async ({ body: { id } }) => {
      await detectDifference(deps, id).catch(refuseVendor("channel.models-failed"));
      return modelLists.read(id);
    }),
    route(applyModelDifference, ({ body }) =>
      decideDifference(deps, body.id, {
        add: body.add_models,
        remove: body.remove_models,
        ignore: body.ignore_models,
      }),
    ),
    route(detectAllModelDifferences, () => care.detectModels()),
    route(getModelListRun, () => care.models.status()),
    route(cancelModelListRun, () => care.models.cancel()),
  ];
}
