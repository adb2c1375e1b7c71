C     An old finite-element code: fixed form, COMMON blocks, X, Y and Z
C     apart, elements as IX(9,*) with a material behind the nodes, and
C     integers of the compiler's own size. Two blocks of hexahedra of
C     the same section; the upper one is pressed onto the lower one,
C     and the contact pressure is a penalty times the depth.
C
C     Compile and run, from this folder, after scripts/install.sh PREFIX:
C         gfortran -std=f2008 -c PREFIX/include/gapkit.f90
C         gfortran -fdefault-integer-8 old_style.f gapkit.o
C        +    -LPREFIX/lib -lgapkit -Wl,-rpath,PREFIX/lib -o old_style
C     (in one line; with or without -fdefault-integer-8).
      PROGRAM OLDSTY
      USE GAPKIT
      USE, INTRINSIC :: ISO_C_BINDING
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (MAXN=200, MAXE=100, PENALT=1.0D4, DEPTH=1.0D-3)
      COMMON /COORD/ X(MAXN), Y(MAXN), Z(MAXN)
      COMMON /FORCE/ FX(MAXN), FY(MAXN), FZ(MAXN)
      COMMON /ELEMS/ IX(9,MAXE)
      COMMON /SIZES/ NUMNP, NUMEL
      DIMENSION GAPS(MAXN)
      INTEGER NLOW, NFOUND
      INTEGER(C_INT32_T) LOWER, IUPPER
      TYPE(C_PTR) SCENE
      TYPE(GAPKIT_SCENE_CONFIG) CONFIG
      TYPE(GAPKIT_CONTACT), POINTER :: LIST(:)
      NUMNP = 0
      NUMEL = 0
      CALL BLOCK(3, 2, 1, 0.0D0)
      NLOW = NUMEL
      CALL BLOCK(2, 5, 2, 1.0D0 - DEPTH)
C     The scene: both bodies refer to the same nodes.
      CALL CHECK(GAPKIT_SCENE_CONFIG_DEFAULT(CONFIG))
      CONFIG%MARGIN = 0.01D0
      CONFIG%THREADS = 1
      CALL CHECK(GAPKIT_SCENE_NEW(CONFIG, SCENE))
      CALL CHECK(GAPKIT_SCENE_ADD_MESH(SCENE, X(1:NUMNP), Y(1:NUMNP),
     +  Z(1:NUMNP), IX(:,1:NLOW), LOWER, ELEMENT_TYPE=GAPKIT_HEX8))
      CALL CHECK(GAPKIT_SCENE_ADD_MESH(SCENE, X(1:NUMNP), Y(1:NUMNP),
     +  Z(1:NUMNP), IX(:,NLOW+1:NUMEL), IUPPER,
     +  ELEMENT_TYPE=GAPKIT_HEX8))
      CALL CHECK(GAPKIT_SCENE_SET_POSITIONS(SCENE, IUPPER, X(1:NUMNP),
     +  Y(1:NUMNP), Z(1:NUMNP)))
      CALL CHECK(GAPKIT_SCENE_DETECT(SCENE, NFOUND))
      CALL CHECK(GAPKIT_SCENE_CONTACTS(SCENE, LIST))
      IF (NFOUND .NE. SIZE(LIST)) STOP 5
C     For codes that think in slave nodes: the signed gap of each. Those
C     of the lower face of the upper block are as deep as it was
C     pressed, also at the rim, which is on the side walls of the lower.
      CALL CHECK(GAPKIT_SCENE_NODE_GAPS(SCENE, IUPPER, GAPS(1:NUMNP)))
      NDEEP = 0
      DO 5 I = 1, NUMNP
        IF (ABS(GAPS(I) + DEPTH) .LT. 1.0D-12) NDEEP = NDEEP + 1
    5 CONTINUE
      IF (NDEEP .NE. 18) STOP 4
C     Forces on the nodes.
      DO 10 I = 1, NUMNP
        FX(I) = 0.0D0
        FY(I) = 0.0D0
        FZ(I) = 0.0D0
   10 CONTINUE
      DO 20 I = 1, SIZE(LIST)
        IF (LIST(I)%GAP .GE. 0.0D0) GO TO 20
        F = -PENALT*LIST(I)%GAP*LIST(I)%AREA
        DO 15 K = 1, LIST(I)%NODE_COUNT_A
          CALL PUSH(INT(LIST(I)%NODE_A(K)), -F*LIST(I)%WEIGHT_A(K),
     +      LIST(I)%NORMAL)
   15   CONTINUE
        DO 16 K = 1, LIST(I)%NODE_COUNT_B
          CALL PUSH(INT(LIST(I)%NODE_B(K)), F*LIST(I)%WEIGHT_B(K),
     +      LIST(I)%NORMAL)
   16   CONTINUE
   20 CONTINUE
C     The forces are in balance, and those on the upper block are the
C     pressure times the section, 1.
      SUM = 0.0D0
      UP = 0.0D0
      SIDE = 0.0D0
      DO 30 I = 1, NUMNP
        SUM = SUM + FZ(I)
        IF (FZ(I) .GT. 0.0D0) UP = UP + FZ(I)
        SIDE = MAX(SIDE, ABS(FX(I)), ABS(FY(I)))
   30 CONTINUE
      WRITE (*,'(I4,A,F12.8,A,1PE9.1,A,E9.1)') SIZE(LIST),
     +  ' contacts, force', UP, ', sum', SUM, ', sideways', SIDE
      EXACT = PENALT*DEPTH
      IF (ABS(UP - EXACT) .GT. 1.0D-9*EXACT) STOP 1
      IF (ABS(SUM) .GT. 1.0D-9*EXACT) STOP 2
      IF (SIDE .GT. 1.0D-9*EXACT) STOP 3
      CALL CHECK(GAPKIT_SCENE_FREE(SCENE))
      END

C     Adds a force along a direction to a node.
      SUBROUTINE PUSH(NODE, F, D)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (MAXN=200)
      COMMON /FORCE/ FX(MAXN), FY(MAXN), FZ(MAXN)
      DIMENSION D(3)
      FX(NODE) = FX(NODE) + F*D(1)
      FY(NODE) = FY(NODE) + F*D(2)
      FZ(NODE) = FZ(NODE) + F*D(3)
      END

C     Adds a unit block of NX by NY by NZ hexahedra to the code.
      SUBROUTINE BLOCK(NX, NY, NZ, BOTTOM)
      IMPLICIT DOUBLE PRECISION (A-H,O-Z)
      PARAMETER (MAXN=200, MAXE=100)
      COMMON /COORD/ X(MAXN), Y(MAXN), Z(MAXN)
      COMMON /ELEMS/ IX(9,MAXE)
      COMMON /SIZES/ NUMNP, NUMEL
      NFIRST = NUMNP
      DO 30 K = 0, NZ
        DO 20 J = 0, NY
          DO 10 I = 0, NX
            NUMNP = NUMNP + 1
            X(NUMNP) = DBLE(I)/NX
            Y(NUMNP) = DBLE(J)/NY
            Z(NUMNP) = DBLE(K)/NZ + BOTTOM
   10     CONTINUE
   20   CONTINUE
   30 CONTINUE
      NROW = NX + 1
      NLAYER = NROW*(NY + 1)
      DO 60 K = 0, NZ - 1
        DO 50 J = 0, NY - 1
          DO 40 I = 1, NX
            NUMEL = NUMEL + 1
            N = NFIRST + I + J*NROW + K*NLAYER
            IX(1,NUMEL) = N
            IX(2,NUMEL) = N + 1
            IX(3,NUMEL) = N + 1 + NROW
            IX(4,NUMEL) = N + NROW
            IX(5,NUMEL) = N + NLAYER
            IX(6,NUMEL) = N + 1 + NLAYER
            IX(7,NUMEL) = N + 1 + NROW + NLAYER
            IX(8,NUMEL) = N + NROW + NLAYER
C           The material.
            IX(9,NUMEL) = 1
   40     CONTINUE
   50   CONTINUE
   60 CONTINUE
      END

      SUBROUTINE CHECK(ISTAT)
      USE GAPKIT
      USE, INTRINSIC :: ISO_C_BINDING
      INTEGER(C_INT32_T) ISTAT
      IF (ISTAT .EQ. GAPKIT_OK) RETURN
      WRITE (*,*) GAPKIT_LAST_ERROR()
      STOP 9
      END
