import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { textParam } from "../../lib/url-state.ts";
import { renderPart } from "../../test/render-part.tsx";
import type { DataColumn } from "./data-column.ts";
import { DataTable, type TableQuery, type TableSelection } from "./data-table.tsx";
import { rememberedColumns, rememberedPageSize } from "./remembered-table.ts";
import { useTableState } from "./use-table-state.ts";

interface Fruit {
  id: number;
  name: string;
  price: number;
  kinds?: Fruit[];
}

const columns: DataColumn<Fruit>[] = [
  { id: "name", header: "名称", card: "title", cell: (fruit) => fruit.name },
  { id: "price", header: "价格", align: "end", cell: (fruit) => fruit.price },
  { id: "note", header: "备注", isHiddenAtFirst: true, cell: (fruit) => `note ${fruit.id}` },
];
const FRUITS = ["苹果", "香蕉", "樱桃", "枣"].map((name, index) => ({
  id: index + 1,
  name,
  price: index * 10,
}));
const params = { keyword: textParam() };
const rowId = (fruit: Fruit) => String(fruit.id);
const detail = (fruit: Fruit) => <p>关于{fruit.name}</p>;
const kinds = (fruit: Fruit) => fruit.kinds;
const batchActions = ({ rows, clear }: TableSelection<Fruit>) => (
  <button type="button" onClick={clear}>
    吃掉 {rows.map((fruit) => fruit.name).join("+")}
  </button>
);

interface FruitTableProps {
  query: Partial<TableQuery<Fruit>>;
  withDetail?: boolean;
  asTree?: boolean;
}

function FruitTable({ query, withDetail = false, asTree = false }: FruitTableProps) {
  const { paging } = useTableState("fruits", params);
  return (
    <DataTable
      id="fruits"
      label="水果"
      columns={columns}
      query={{ data: undefined, error: null, isPlaceholderData: false, refetch: () => undefined, ...query }}
      paging={paging}
      rowId={rowId}
      rowName={(fruit) => fruit.name}
      batchActions={batchActions}
      {...(withDetail ? { detail } : {})}
      {...(asTree ? { subRows: kinds } : {})}
    />
  );
}

const loaded = { data: { items: FRUITS, total: 40 } };
const bodyRows = () => screen.getAllByRole("row").slice(1);

afterEach(() => {
  rememberedColumns("fruits").set(undefined);
  rememberedPageSize("fruits").set(undefined);
});

describe("states", () => {
  test("draws quiet rows while it loads for the first time", async () => {
    await renderPart(<FruitTable query={{}} />);
    expect(screen.getByRole("table", { name: "水果" }).getAttribute("aria-busy")).toBe("true");
    expect(bodyRows()).toHaveLength(10);
    expect(screen.queryByText("暂无数据")).toBeNull();
  });
  test("keeps the rows before while the next page loads", async () => {
    await renderPart(<FruitTable query={{ ...loaded, isPlaceholderData: true }} />);
    expect(screen.getByText("苹果")).toBeTruthy();
    expect(screen.getByRole("status", { name: "正在更新" })).toBeTruthy();
  });
  test("says that there is nothing", async () => {
    await renderPart(<FruitTable query={{ data: { items: [], total: 0 } }} />);
    expect(screen.getByText("暂无数据")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "分页" })).toBeNull();
  });
  test("says what went wrong and tries again", async () => {
    const refetch = vi.fn();
    const { user } = await renderPart(<FruitTable query={{ error: new Error("数据库不可用"), refetch }} />);
    expect(screen.getByRole("alert").textContent).toContain("数据库不可用");
    await user.click(screen.getByRole("button", { name: "重试" }));
    expect(refetch).toHaveBeenCalledTimes(1);
  });
});

describe("paging", () => {
  test("lives in the address", async () => {
    const { user, router } = await renderPart(<FruitTable query={loaded} />, "/?p=2&keyword=x");
    expect(screen.getByText("第 11–20 条，共 40 条")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "第 3 页" }));
    expect(router.state.location.href).toBe("/?p=3&keyword=x");
  });
  test("remembers the page size and goes back to the first page", async () => {
    const { user, router } = await renderPart(<FruitTable query={loaded} />, "/?p=3");
    await user.click(screen.getByRole("combobox", { name: "每页条数" }));
    await user.click(await screen.findByRole("option", { name: "20 条/页" }));
    await waitFor(() => expect(router.state.location.href).toBe("/"));
    expect(localStorage.getItem("page-size:fruits")).toBe("20");
    expect(await screen.findByText("第 1–20 条，共 40 条")).toBeTruthy();
  });
});

describe("selection", () => {
  test("shows what can be done with the selected rows, and clears", async () => {
    const { user } = await renderPart(<FruitTable query={loaded} />);
    await user.click(screen.getByRole("checkbox", { name: "选择 苹果" }));
    await user.click(screen.getByRole("checkbox", { name: "选择 樱桃" }));
    expect(screen.getByText("已选 2 项")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "吃掉 苹果+樱桃" }));
    expect(screen.queryByText("已选 2 项")).toBeNull();
  });
  test("takes the whole page at once, and a range with Shift", async () => {
    const { user } = await renderPart(<FruitTable query={loaded} />);
    await user.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
    expect(screen.getByText("已选 4 项")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
    await user.click(screen.getByRole("checkbox", { name: "选择 苹果" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "选择 樱桃" }));
    await user.keyboard("{/Shift}");
    expect(screen.getByText("已选 3 项")).toBeTruthy();
  });
});

describe("rows", () => {
  test("open and close their detail", async () => {
    const { user } = await renderPart(<FruitTable withDetail query={loaded} />);
    const button = screen.getByRole("button", { name: "展开 香蕉" });
    await user.click(button);
    expect(screen.getByText("关于香蕉")).toBeTruthy();
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.click(button);
    expect(screen.queryByText("关于香蕉")).toBeNull();
  });
  test("form a tree whose branches open, and select their leaves, which alone count", async () => {
    const items = [{ id: 1, name: "苹果", price: 1, kinds: [{ id: 11, name: "国光", price: 2 }] }];
    const { user } = await renderPart(<FruitTable asTree query={{ data: { items, total: 1 } }} />);
    expect(screen.queryByText("国光")).toBeNull();
    await user.click(screen.getByRole("button", { name: "展开 苹果" }));
    expect(screen.getByText("国光")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "选择 苹果" }));
    expect(screen.getByText("已选 1 项")).toBeTruthy();
  });
  test("show the columns that the reader chose, next time too", async () => {
    const { user } = await renderPart(<FruitTable query={loaded} />);
    expect(screen.queryByRole("columnheader", { name: "备注" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "显示列" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "备注" }));
    await user.click(screen.getByRole("menuitemcheckbox", { name: "价格" }));
    expect(screen.queryByRole("menuitemcheckbox", { name: "名称" })).toBeNull();
    await waitFor(() => expect(screen.getByText("note 1")).toBeTruthy());
    expect(JSON.parse(localStorage.getItem("columns:fruits") ?? "")).toEqual({ note: true, price: false });
  });
  test("become cards on a narrow screen", async () => {
    vi.stubGlobal("matchMedia", () => ({
      matches: true,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }));
    await renderPart(<FruitTable query={loaded} />);
    expect(screen.queryByRole("table")).toBeNull();
    const cards = within(screen.getByRole("list", { name: "水果" })).getAllByRole("listitem");
    expect(cards).toHaveLength(4);
    expect(cards[1]?.textContent).toContain("价格10");
    vi.unstubAllGlobals();
  });
});
