import type { AccountId } from "./account.ts";
import type { Balance } from "./verbs.ts";

const FIRST_ROWS = 1024;
const FIELDS = 4;

/**
 * Balances in columns of numbers, forty bytes each beside an index of eight: a million of them are nothing that the
 * collector of garbage would have to look through, as it would with objects.
 */
export class BalanceTable {
  /** Rows in use. */
  size = 0;
  /** posted, held, used, requests of each row. */
  cells = new Float64Array(FIRST_ROWS * FIELDS);
  #accounts = new Float64Array(FIRST_ROWS);
  #isAhead = new Uint8Array(FIRST_ROWS);
  /** Where to find an account's row, plus one; 0 = nothing. At most half of it is in use. */
  #index = new Int32Array(FIRST_ROWS * 2);

  /** Undefined when the account is not here. Good until rows are removed: not to be kept. */
  get(account: AccountId): TableBalance | undefined {
    const row = this.#rowOf(account);
    return row < 0 ? undefined : new TableBalance(this, row);
  }

  /** Adds an account that is not here, or replaces what is. */
  set(account: AccountId, { posted, held, used, requests }: Balance): TableBalance {
    let row = this.#rowOf(account);
    if (row < 0) {
      if (this.size === this.#accounts.length) this.#grow();
      row = this.size++;
      this.#accounts[row] = account;
      this.#isAhead[row] = 0;
      this.#enter(account, row);
    }
    this.cells.set([posted, held, used, requests], row * FIELDS);
    return new TableBalance(this, row);
  }

  /** Notes whether the account's row in the database is behind what is here. */
  mark(account: AccountId, isAhead: boolean): void {
    const row = this.#rowOf(account);
    if (row >= 0) this.#isAhead[row] = isAhead ? 1 : 0;
  }

  /** Removes every account of which nothing is held and whose row in the database is as it is here. */
  removeIdle(): void {
    let kept = 0;
    for (let row = 0; row < this.size; row++) {
      const isIdle = this.#isAhead[row] === 0 && this.cells[row * FIELDS + 1] === 0;
      if (isIdle) continue;
      this.#accounts.copyWithin(kept, row, row + 1);
      this.#isAhead.copyWithin(kept, row, row + 1);
      this.cells.copyWithin(kept * FIELDS, row * FIELDS, (row + 1) * FIELDS);
      kept += 1;
    }
    this.size = kept;
    this.#enterAll(this.#index.length);
  }

  *entries(): Iterable<[AccountId, TableBalance]> {
    for (let row = 0; row < this.size; row++) yield [this.#accounts[row] ?? 0, new TableBalance(this, row)];
  }

  #rowOf(account: AccountId): number {
    const index = this.#index;
    const mask = index.length - 1;
    for (let place = placeOf(account) & mask; ; place = (place + 1) & mask) {
      const row = (index[place] ?? 0) - 1;
      if (row < 0 || this.#accounts[row] === account) return row;
    }
  }

  #enter(account: AccountId, row: number): void {
    const index = this.#index;
    const mask = index.length - 1;
    let place = placeOf(account) & mask;
    while (index[place] !== 0) place = (place + 1) & mask;
    index[place] = row + 1;
  }

  #enterAll(length: number): void {
    this.#index = new Int32Array(length);
    for (let row = 0; row < this.size; row++) this.#enter(this.#accounts[row] ?? 0, row);
  }

  #grow(): void {
    const rows = this.size * 2;
    this.cells = grown(this.cells, new Float64Array(rows * FIELDS));
    this.#accounts = grown(this.#accounts, new Float64Array(rows));
    this.#isAhead = grown(this.#isAhead, new Uint8Array(rows));
    this.#enterAll(rows * 2);
  }
}

/** A row as a balance: changing it changes the row. */
class TableBalance implements Balance {
  readonly #table: BalanceTable;
  readonly #start: number;

  constructor(table: BalanceTable, row: number) {
    this.#table = table;
    this.#start = row * FIELDS;
  }
  get posted(): number {
    return this.#table.cells[this.#start] ?? 0;
  }
  set posted(units: number) {
    this.#table.cells[this.#start] = units;
  }
  get held(): number {
    return this.#table.cells[this.#start + 1] ?? 0;
  }
  set held(units: number) {
    this.#table.cells[this.#start + 1] = units;
  }
  get used(): number {
    return this.#table.cells[this.#start + 2] ?? 0;
  }
  set used(units: number) {
    this.#table.cells[this.#start + 2] = units;
  }
  get requests(): number {
    return this.#table.cells[this.#start + 3] ?? 0;
  }
  set requests(count: number) {
    this.#table.cells[this.#start + 3] = count;
  }
}

/** Spreads neighbours: their numbers differ in the lowest bits only. */
function placeOf(account: AccountId): number {
  const mixed = Math.imul(account | 0, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function grown<Column extends Float64Array | Uint8Array>(column: Column, larger: Column): Column {
  larger.set(column);
  return larger;
}
