-- What a list of members is filtered by stands in the index it is read from: a store of 300,000 is counted and paged without its rows being visited.
drop index patient__by_store;
create index patient__by_store on patient (oid, hid, pid desc) include (gender, level_id, source_id, staff_ctid, is_potential, created_at) where status = 0;

-- When somebody was last here is asked for every person of the staff list.
create index login_log__last on login_log (oid, uid, at desc) where ok;
