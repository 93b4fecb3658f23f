/** Objects of the shared form whose names are a vendor's or the client's own. */
const OPAQUE: ReadonlySet<string> = new Set([
  "parameters",
  "schema",
  "metadata",
  "logitBias",
  "raw",
  "rawUsage",
  "extensions",
  "format",
  "usage",
  "signature",
  "encrypted",
  "source",
  "logprobs",
]);

/** A field that no codec knows. */
const FUTURE_FIELD = "futureField";

/** A value of the shared form with a field from the future in one of its objects, and where. */
export interface FutureValue<Value> {
  readonly value: Value;
  readonly path: string;
}

/** One such value for each object in `value`. */
export function futureValues<Value extends object>(value: Value): FutureValue<Value>[] {
  return placesIn(value).map((place) => ({
    // A copy has the shape of the original.
    value: withField(value, place) as Value,
    path: [...place, FUTURE_FIELD].reduce<string>(
      (path, step) =>
        typeof step === "number" ? `${path}[${step}]` : path === "" ? step : `${path}.${step}`,
      "",
    ),
  }));
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, place: Place = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => placesIn(inner, [...place, index]));
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).filter(([name]) => !OPAQUE.has(name));
  return [place, ...inner.flatMap(([name, field]) => placesIn(field, [...place, name]))];
}

function withField(value: unknown, [step, ...rest]: Place): unknown {
  if (step === undefined) return { ...Object(value), [FUTURE_FIELD]: 1 };
  if (Array.isArray(value))
    return value.map((inner, index) => (index === step ? withField(inner, rest) : inner));
  return { ...Object(value), [step]: withField(Object(value)[step], rest) };
}
