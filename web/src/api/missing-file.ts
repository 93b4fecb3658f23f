import i18next from "i18next";
import { notify } from "../components/toaster.ts";
import { ApiError } from "./api-error.ts";

/** How browsers say that a part of the console could not be loaded. */
const MISSING =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i;

/** Whether a screen broke off because a file of the console did not come. */
export function isMissingFile(error: unknown): boolean {
  if (error instanceof ApiError) return error.kind === "network";
  return error instanceof Error && MISSING.test(error.message);
}

/**
 * For a screen's file that could not be loaded. Where the server answers, the console has been renewed and the router
 * loads the page anew; where it does not, that would leave the reader with the browser's own error page.
 */
export async function explainMissing(problem: unknown): Promise<never> {
  if (await isReachable()) throw problem;
  throw new ApiError("network", networkText());
}

/** Loads the page anew as soon as the server answers; says so when it does not. */
export async function loadPageAnew(): Promise<void> {
  if (await isReachable()) location.reload();
  else notify.error(networkText());
}

async function isReachable(): Promise<boolean> {
  try {
    await fetch("/api/status", { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

const networkText = () => i18next.t("network", { ns: "errors" });
