export default function MemberTouches() {
  return null
}
