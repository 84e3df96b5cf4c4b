/** Caches the most recently used values, up to a total weight. */
export class Recent<K, V> {
  private readonly entries = new Map<K, { readonly value: V; readonly weight: number }>()
  private readonly most: number
  private total = 0

  constructor(most: number) {
    this.most = most
  }

  get(key: K): V | undefined {
    const found = this.entries.get(key)
    if (found === undefined) return undefined
    // A Map keeps insertion order, so a used entry moves to the end. Moving is skipped while half of the cache is
    // free.
    if (this.total > this.most / 2) {
      this.entries.delete(key)
      this.entries.set(key, found)
    }
    return found.value
  }

  set(key: K, value: V, weight: number): void {
    this.total += weight - (this.entries.get(key)?.weight ?? 0)
    this.entries.delete(key)
    this.entries.set(key, { value, weight })
    for (const [old, { weight: freed }] of this.entries) {
      if (this.total <= this.most) return
      this.entries.delete(old)
      this.total -= freed
    }
  }
}
