-- Bills are filtered by what was sold: lines of a kind are found by store, without a look into every bill.
drop index bill_item__by_store;
create index bill_item__by_store on bill_item (oid, hid, kind, fbid);
