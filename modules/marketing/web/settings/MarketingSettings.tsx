export default function MarketingSettings() {
  return null
}
