// A program that imports Dunlin and does nothing yet.
import "../packages/dunlin/src/index.ts"
