import { Skeleton } from "./skeleton.tsx";

/** The shape of a form whose record is still loading. */
export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  return Array.from({ length: fields }, (_, index) => (
    <div key={index} className="flex flex-col gap-2">
      <Skeleton className="h-3.5 w-20" />
      <Skeleton className="h-8 rounded-md" />
    </div>
  ));
}
