/** The icons a menu may name; an unknown name is a dot. */
import {
  Activity, Archive, Badge, BadgePercent, Banknote, Bell, Boxes, Brain, Building2, Calendar, CalendarCheck, CalendarClock, CalendarDays, ChartColumn, ChartLine, ChartPie, Circle,
  CircleUserRound, ClipboardCheck, ClipboardList, Clock, Coins, Contact, CreditCard, Eye, FileText, FileUp, Gift, Glasses, GraduationCap, Handshake, History, House, Key, LayoutDashboard, LayoutList, ListChecks, ListRestart, ListTodo, LogIn, Map, Megaphone, MessageSquare, MessageSquareText,
  Monitor, Package, PackageCheck, PackageMinus, PackagePlus, PackageSearch, Percent, Phone, Pill, Printer, Receipt, ReceiptText, RefreshCw, Ruler, ScanEye, School, ScrollText, Search, SearchCheck, Settings, Shield, ShieldCheck, ShoppingBag, SlidersHorizontal, ShoppingCart,
  Smartphone, Sparkles, Star, Stethoscope, Store, Sun, Table, Tag, Tags, Target, Ticket, TicketPercent, TriangleAlert, Trophy, Truck, Tv, User, UserCog, UserPlus, Users, UsersRound, Video, Wallet, Warehouse, Wrench, type LucideIcon,
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  Activity, Archive, Badge, BadgePercent, Banknote, Bell, Boxes, Brain, Building2, Calendar, CalendarCheck, CalendarClock, CalendarDays, ChartColumn, ChartLine, ChartPie, Circle,
  CircleUserRound, ClipboardCheck, ClipboardList, Clock, Coins, Contact, CreditCard, Eye, FileText, FileUp, Gift, Glasses, GraduationCap, Handshake, History, House, Key, LayoutDashboard, LayoutList, ListChecks, ListRestart, ListTodo, LogIn, Map, Megaphone, MessageSquare, MessageSquareText,
  Monitor, Package, PackageCheck, PackageMinus, PackagePlus, PackageSearch, Percent, Phone, Pill, Printer, Receipt, ReceiptText, RefreshCw, Ruler, ScanEye, School, ScrollText, Search, SearchCheck, Settings, Shield, ShieldCheck, ShoppingBag, SlidersHorizontal, ShoppingCart,
  Smartphone, Sparkles, Star, Stethoscope, Store, Sun, Table, Tag, Tags, Target, Ticket, TicketPercent, TriangleAlert, Trophy, Truck, Tv, User, UserCog, UserPlus, Users, UsersRound, Video, Wallet, Warehouse, Wrench,
}
/** The icon of a Lucide name in either spelling: `calendar-check`, `CalendarCheck`. */
export const iconOf = (name: string | null | undefined): LucideIcon => (name ? icons[name.replace(/(^|-)([a-z0-9])/g, (_, __, c: string) => c.toUpperCase())] : undefined) ?? Circle
