import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/inventory': { title: '库存管理', can: 'stock:view', redirect: '/inventory/list' },
  '/inventory/list': { title: '库存查询', can: 'stock:view', menu: 'inventory', icon: 'boxes', rank: 10 },
  '/inventory/import': { title: '采购入库', can: 'stockin:view', menu: 'inventory', icon: 'package-plus', rank: 20 },
  '/inventory/import/file': { title: '导入送货单', can: 'stockin:edit' },
  '/inventory/export': { title: '出库管理', can: 'stockout:view', menu: 'inventory', icon: 'package-minus', rank: 30 },
  '/inventory/count': { title: '库存盘点', can: 'stock:count', menu: 'inventory', icon: 'clipboard-check', rank: 34 },
  '/inventory/count/{countId}': { title: '扫码盘点', can: 'stock:count' },
  '/inventory/lossAndOverflow': { title: '报损报溢', can: 'stock:view', menu: 'inventory', icon: 'list-checks', rank: 36 },
  '/inventory/scrap': { title: '报废管理', can: 'stockout:view', menu: 'inventory', icon: 'archive', rank: 38 },
  '/inventory/warning': { title: '库存预警', can: 'stock:view', menu: 'inventory', icon: 'triangle-alert', rank: 40 },
  '/inventory/supplier': { title: '库存设置', can: 'supplier:view', menu: 'inventory', icon: 'warehouse', rank: 60 },
  '/today/inventory-warning': { title: '库存预警', can: 'stock:view', menu: 'today', icon: 'triangle-alert', rank: 80 },
  '/today/output': { title: '待出库', can: 'stockout:view', menu: 'today', icon: 'package-check', rank: 40 },
  '/today/output/{stockoutId}': { title: '扫码出库', can: 'stockout:view' },
  '/import-print/{stockinId}': { title: '入库单打印', can: 'stockin:view', layout: 'print' },
  '/print/inventory-count/{countId}/{category}': { title: '库存盘点单打印', can: 'stock:view', layout: 'print' },
  '/print/loss-and-overflow/{profitLossId}/{category}': { title: '报损报溢单打印', can: 'stock:view', layout: 'print' },
  '/print/scrap/{stockoutId}': { title: '报废单打印', can: 'stockout:view', layout: 'print' },
  '/print/goods-labels/{batches}': { title: '货品标签打印', can: 'stock:view', layout: 'print' },
  '/export-print/{stockoutId}': { title: '出库单打印', can: 'stockout:view', layout: 'print' },
})
