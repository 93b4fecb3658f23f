import type { UseFormReturn } from "react-hook-form";
import type { TokenFormValues } from "./token-editor.tsx";
import type { TokenValues } from "./use-tokens.ts";

export type TokenForm = UseFormReturn<TokenFormValues, unknown, TokenValues>;
