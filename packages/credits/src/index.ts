export * as CreditError from "./CreditError.ts"
export * as CreditLedger from "./CreditLedger.ts"
export * as PriceTable from "./PriceTable.ts"
