/** The icons a menu may name; an unknown name is a dot. */
import {
  Activity, Archive, Badge, BadgePercent, Banknote, Bell, Boxes, Brain, Building2, Calendar, CalendarCheck, CalendarClock, CalendarDays, ChartColumn, ChartLine, ChartPie, Circle,
  ClipboardCheck, ClipboardList, Clock, Contact, CreditCard, Eye, FileText, FileUp, Gift, Glasses, GraduationCap, Handshake, History, House, Key, LayoutDashboard, LayoutList, ListChecks, ListTodo, Map, Megaphone, MessageSquare,
  Monitor, Package, PackageCheck, PackageMinus, PackagePlus, PackageSearch, Percent, Phone, Pill, Printer, Receipt, ReceiptText, RefreshCw, Ruler, ScanEye, School, ScrollText, Search, Settings, Shield, ShoppingBag, SlidersHorizontal, ShoppingCart,
  Smartphone, Sparkles, Star, Stethoscope, Store, Sun, Table, Tag, Tags, Target, Ticket, TriangleAlert, Truck, Tv, User, UserCog, UserPlus, Users, Video, Wallet, Warehouse, Wrench, type LucideIcon,
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  Activity, Archive, Badge, BadgePercent, Banknote, Bell, Boxes, Brain, Building2, Calendar, CalendarCheck, CalendarClock, CalendarDays, ChartColumn, ChartLine, ChartPie, Circle,
  ClipboardCheck, ClipboardList, Clock, Contact, CreditCard, Eye, FileText, FileUp, Gift, Glasses, GraduationCap, Handshake, History, House, Key, LayoutDashboard, LayoutList, ListChecks, ListTodo, Map, Megaphone, MessageSquare,
  Monitor, Package, PackageCheck, PackageMinus, PackagePlus, PackageSearch, Percent, Phone, Pill, Printer, Receipt, ReceiptText, RefreshCw, Ruler, ScanEye, School, ScrollText, Search, Settings, Shield, ShoppingBag, SlidersHorizontal, ShoppingCart,
  Smartphone, Sparkles, Star, Stethoscope, Store, Sun, Table, Tag, Tags, Target, Ticket, TriangleAlert, Truck, Tv, User, UserCog, UserPlus, Users, Video, Wallet, Warehouse, Wrench,
}
/** The icon of a Lucide name in either spelling: `calendar-check`, `CalendarCheck`. */
export const iconOf = (name: string | null | undefined): LucideIcon => (name ? icons[name.replace(/(^|-)([a-z0-9])/g, (_, __, c: string) => c.toUpperCase())] : undefined) ?? Circle
